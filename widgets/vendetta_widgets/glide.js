// How things on a page move: each says by a key what it is, and this shows it going from where it was. It knows nothing
// of any game.
//
// data-fly="key"          glides from where the element of this key was; if there was none, from the spot that data-from names
// data-side="up|down"     of such an element: where it changes, it is turned over
// data-spot="key"         where things fly to and from
// data-count="key"        a whole number, which counts from what it was
// data-drops="a>b:3"      once, when it is new (data-key): three of the drawing in it fly from spot a to spot b
//
// Only transform and opacity change, nothing waits for it, and with less motion asked for nothing of it is done.

const GLIDE = 320; // milliseconds
const TURN = 380;
const TURNS_APART = 90; // between two cards that turn at once
const DROP = 450;
const FLOWS_APART = 60;
const MOST_DROPS = 12;
const A_POINT = 40; // milliseconds a number counts for each point …
const MOST_COUNT = 500; // … and at most

function glides(root) {
  const air = document.createElement("div");
  air.className = "vk-air";
  air.setAttribute("aria-hidden", "true");
  root.append(air);
  const flown = new Set(); // keys of the drops that have flown
  let first = true; // what stands there at the beginning has come from nowhere

  /** How fast: 1, 2 for half of the time, 0 for not at all. */
  function pace() {
    const wanted = document.documentElement.dataset.vkMotion;
    if (wanted === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return wanted === "quick" ? 2 : 1;
  }

  function spots() {
    const found = new Map();
    for (const one of root.querySelectorAll("[data-spot]")) {
      const box = one.getBoundingClientRect();
      if (box.width && !found.has(one.dataset.spot)) found.set(one.dataset.spot, box);
    }
    return found;
  }

  /** Where everything is now: to be asked before the page changes. */
  function look() {
    if (!pace()) return null;
    const [flying, counts] = [new Map(), new Map()];
    for (const one of root.querySelectorAll("[data-fly]")) {
      const box = one.getBoundingClientRect();
      if (box.width) flying.set(one.dataset.fly, { box, side: one.dataset.side });
    }
    for (const one of root.querySelectorAll("[data-count]")) counts.set(one.dataset.count, one.textContent);
    return { flying, counts, spots: spots() };
  }

  /** Let what has changed since then be seen going: asked before the page is next painted. */
  function go(before) {
    const fast = pace();
    const fresh = first;
    first = false;
    const drops = [...root.querySelectorAll("[data-drops]")].filter((one) => !flown.has(one.dataset.key));
    for (const one of drops) flown.add(one.dataset.key);
    if (!before || !fast || fresh) return;
    const moves = [];
    let turned = 0;
    for (const one of root.querySelectorAll("[data-fly]")) {
      const was = before.flying.get(one.dataset.fly);
      const from = was?.box || before.spots.get(one.dataset.from);
      const to = one.getBoundingClientRect();
      if (!from || !to.width) continue;
      const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
      const size = Math.min(3, Math.max(0.2, from.width / to.width));
      const turns = was && was.side !== one.dataset.side;
      if (Math.hypot(x, y) > 4 || Math.abs(size - 1) > 0.04) moves.push([one, x, y, size, was ? 1 : 0.3]);
      else if (turns) turn(one, fast, turned++);
    }
    for (const [one, x, y, size, opacity] of moves)
      one.animate(
        [{ transform: `translate(${x}px, ${y}px) scale(${size})`, opacity }, {}],
        { duration: GLIDE / fast, easing: "cubic-bezier(.2, .7, .2, 1)", composite: "replace" },
      );
    for (const one of root.querySelectorAll("[data-count]")) count(one, before.counts.get(one.dataset.count), fast);
    const now = drops.length ? spots() : null;
    for (const one of drops) fly(one, now, before.spots, fast);
  }

  function turn(one, fast, k) {
    one.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
      duration: TURN / fast,
      delay: (k * TURNS_APART) / fast,
      fill: "backwards",
      easing: "ease-out",
    });
  }

  const counting = new WeakMap();

  /** The number is there at once for whoever hears the page; it is seen to count. */
  function count(one, was, fast) {
    const to = Number(one.textContent);
    const from = Number(was);
    if (was === undefined || was === one.textContent || !Number.isInteger(to) || !Number.isInteger(from)) return;
    const node = one.firstChild;
    if (!node || node.nodeType !== 3) return;
    counting.get(one)?.();
    const began = performance.now();
    const time = Math.min(MOST_COUNT, A_POINT * Math.abs(to - from) + 120) / fast;
    const shown = document.createElement("span");
    shown.className = "vk-counting";
    shown.setAttribute("aria-hidden", "true");
    air.append(shown);
    const box = one.getBoundingClientRect();
    const look = getComputedStyle(one);
    Object.assign(shown.style, { left: `${box.x}px`, top: `${box.y}px`, font: look.font, lineHeight: `${box.height}px`, color: look.color });
    // hidden by an animation, not by a class: the page's own elements stay as they were written
    const hidden = one.animate([{ opacity: 0 }, { opacity: 0 }], time + 200);
    let over = false;
    const end = () => {
      over = true;
      shown.remove();
      hidden.cancel();
    };
    counting.set(one, end);
    const step = (at) => {
      if (over) return;
      const part = Math.min(1, (at - began) / time);
      shown.textContent = String(Math.round(from + (to - from) * part));
      if (part < 1 && one.isConnected) requestAnimationFrame(step);
      else end();
    };
    requestAnimationFrame(step);
    setTimeout(end, time + 200);
  }

  function fly(one, now, then, fast) {
    const [, start, end, n] = one.dataset.drops.match(/^(.*)>(.*):(\d+)$/) || [];
    const from = now.get(start) || then.get(start);
    const to = now.get(end) || then.get(end);
    if (!from || !to) return;
    for (let k = 0; k < Math.min(MOST_DROPS, Number(n)); k++) {
      const drop = one.firstElementChild.cloneNode(true);
      drop.classList.add("vk-drop");
      const scatter = ((k % 3) - 1) * 8;
      const [x, y] = [from.x + from.width / 2 + scatter, from.y + from.height / 2];
      const [dx, dy] = [to.x + to.width / 2 - x, to.y + to.height / 2 - y];
      air.append(drop);
      const path = [
        { transform: `translate(${x}px, ${y}px) scale(.6)`, opacity: 0 },
        { transform: `translate(${x + dx / 2}px, ${y + dy / 2 - 40}px) scale(1.15)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${x + dx}px, ${y + dy}px) scale(.7)`, opacity: 0.2 },
      ];
      const flight = drop.animate(path, { duration: DROP / fast, delay: (k * FLOWS_APART) / fast, fill: "both", easing: "ease-in-out" });
      flight.onfinish = () => drop.remove();
      flight.oncancel = () => drop.remove();
    }
  }

  return { look, go };
}
