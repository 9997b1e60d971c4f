// What a card says, beside its name: on pointing at it, on the keyboard's focus, on a long press. It is the name's own
// aria-description, so that those who hear the page get the same words; of what is only seen, its data-tip. Stands
// before surface.js.

const HOLD = 500; // milliseconds after which a press is a long one

function tips(root) {
  const tip = document.createElement("div");
  tip.className = "vk-tip";
  tip.popover = "manual"; // above everything, dialogs too
  root.append(tip);
  let about = null;
  let timer = 0;
  let held = false;

  const named = (event) => event.target.closest?.("[aria-description], [data-tip]");

  function show(name) {
    if (!name || name === about || !tip.showPopover) return;
    about = name;
    tip.textContent = name.getAttribute("aria-description") ?? name.dataset.tip;
    tip.showPopover();
    const there = name.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    let left = Math.min(there.left, document.documentElement.clientWidth - own.width - 8);
    let top = there.bottom + 5;
    if (top + own.height >= innerHeight) {
      top = Math.max(8, there.top - own.height - 5);
      const bar = root.querySelector(".vk-zone-bar");
      const covers = bar && !bar.contains(name) && top + own.height > bar.getBoundingClientRect().top;
      if (covers && there.left > own.width + 16) { // beside it: what is asked and what confirms stay free
        left = there.left - own.width - 8;
        top = innerHeight - own.height - 8;
      }
    }
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${top}px`;
  }

  function hide() {
    clearTimeout(timer);
    if (about && tip.isConnected) tip.hidePopover();
    about = null;
  }

  root.addEventListener("pointermove", (event) => { // not "over": what comes to lie under a resting mouse is not meant
    if (event.pointerType !== "touch" && named(event) !== about) hide(), show(named(event));
  });
  root.addEventListener("pointerdown", (event) => {
    held = false;
    hide();
    const name = event.pointerType === "touch" && named(event);
    if (name) timer = setTimeout(() => ((held = true), show(name)), HOLD);
  });
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => clearTimeout(timer));
  root.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && hide());
  root.addEventListener("contextmenu", (event) => held && event.preventDefault());
  root.addEventListener("click", (event) => {
    if (held && named(event)) event.stopPropagation(), event.preventDefault(); // it was a long press
    else if (!event.target.closest("button, a") && named(event)) show(named(event)); // a sign that only says something
    else hide();
    held = false;
  }, true);
  root.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && show(named(event)));
  root.addEventListener("focusout", hide);
  root.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  new MutationObserver(() => about && !about.isConnected && hide()).observe(root, { childList: true, subtree: true });
  window.addEventListener("scroll", hide, true);
  return () => window.removeEventListener("scroll", hide, true);
}
