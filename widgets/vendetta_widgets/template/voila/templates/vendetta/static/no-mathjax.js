// The kit's pages hold no formulas. Where Voilà would fetch MathJax from another host, it finds this: all of MathJax
// that Voilà calls, doing nothing.
(function () {
  var nothing = function () {};
  window.MathJax = {
    Ajax: {},
    Hub: { Config: nothing, Configured: nothing, Queue: nothing, Register: { StartupHook: nothing } },
    InputJax: { TeX: { resetEquationNumbers: nothing } },
  };
})();
