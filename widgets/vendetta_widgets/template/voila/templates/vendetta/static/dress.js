// The theme, the size of the text and how much moves, as the browser keeps them (looks.py); on paper the theme is light. A page's head
// runs this before anything is seen, and it is part of every page's script, for JupyterLab and for what is chosen later.
window.vendettaDress = function () {
  const root = document.documentElement;
  let theme = null;
  let size = null;
  let motion = null;
  try {
    theme = localStorage.getItem("vendetta-kit/theme");
    size = localStorage.getItem("vendetta-kit/size");
    motion = localStorage.getItem("vendetta-kit/motion");
  } catch {
    // nothing is kept: the usual
  }
  const lab = window.vendettaLab(); // in JupyterLab a page is as bright as what is around it
  const follows = lab !== undefined && theme !== "light" && theme !== "dark";
  const bright = follows ? lab === "true" : theme === "system" && matchMedia("(prefers-color-scheme: light)").matches;
  const light = window.vendettaPaper.matches || theme === "light" || bright;
  const before = root.dataset.vkTheme;
  root.dataset.vkTheme = light ? "light" : "dark";
  root.dataset.vkSize = size || "normal";
  root.dataset.vkMotion = motion || "full";
  if (before !== root.dataset.vkTheme) document.dispatchEvent(new Event("vendetta-dressed")); // figures.js draws anew
};
if (!window.vendettaPaper) {
  window.vendettaPaper = matchMedia("print");
  window.vendettaPaper.addEventListener("change", () => window.vendettaDress());
}
// Whether JupyterLab is light, "true" or "false"; undefined where a page has the window to itself, in Voila and on the site.
window.vendettaLab = function () {
  const alone = window.vendettaAlone || document.body?.dataset.voila !== undefined;
  return alone ? undefined : document.body?.dataset.jpThemeLight;
};
if (!window.vendettaFollows && window.vendettaLab() !== undefined) {
  window.vendettaFollows = new MutationObserver(() => window.vendettaDress());
  window.vendettaFollows.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
}
window.vendettaDress();
