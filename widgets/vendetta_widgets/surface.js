// The browser's side of every page of the kit. It knows nothing of the game: Python sends pieces of HTML, this puts
// them in place, and gives back what was clicked, typed or chosen. What must last is kept in this browser's storage.
// Before it stands WORDS: what this side says by itself, in every language.

const STORE = "vendetta-kit/";
const SHARED = "vendetta-stored"; // the event by which pages in one window tell each other what they have stored
const PATIENCE = 8000; // milliseconds without an answer after which the page looks whether the kernel is still there
const AGAIN = 1000; // … and after which it looks again
const RETRY = 5000; // milliseconds that a new connection is given before another is tried
const DEAD = ["dead", "restarting", "autorestarting", "terminating"];
const REFUSED = [401, 403, 404, 410]; // the server is there, and has no kernel for this page any more
const SLOW = 250; // milliseconds after which the page shows that it is working
const CHOICE = "[data-target], [data-pick], .vk-panel button"; // what is chosen before it is confirmed
const STILL = 500; // milliseconds in which a second press at the same place is the first one's
const LARGEST_FILE = 12_000_000;
const MARGIN = 8; // pixels above what has been scrolled into sight
const MOST_FILES = 200; // chosen at once
const ASIDE = /^(head|foot|log|agenda|goal|clock|timeline|bar|glance)/; // parts that never answer a press by themselves
const NO_STORE = { // where the browser lets the page keep nothing
  getItem: () => null,
  setItem: () => {
    throw new Error("nothing is kept");
  },
  removeItem: () => {},
  key: () => null,
  length: 0,
};

// Storage ----------------------------------------------------------------------------------------------------

function storage() {
  try {
    localStorage.getItem(STORE); // one that is full can still be read
    return localStorage;
  } catch {
    return NO_STORE;
  }
}

function stored(store) {
  const found = {};
  for (let k = 0; k < store.length; k++) {
    const key = store.key(k);
    if (key.startsWith(STORE)) found[key.slice(STORE.length)] = store.getItem(key);
  }
  return found;
}

function keep(store, values) {
  for (const [key, value] of Object.entries(values)) {
    try {
      if (value === null) store.removeItem(STORE + key);
      else store.setItem(STORE + key, value);
    } catch {
      return false; // the storage is full or closed: the page goes on without it
    }
  }
  return true;
}

// Putting HTML in place -----------------------------------------------------------------------------------------

const FIELDS = "input, select, textarea"; // what a person has put in there is no part of the HTML
const MENU = "details.vk-all-tools";

function keyOf(node) {
  return node.nodeType === 1 ? node.id || node.dataset.key || "" : "";
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
}

function partOf(node) {
  return node.dataset.part ?? node.dataset.pieces;
}

/** Make `old` what `now` is, keeping every element that stays: with it focus, scroll and what was typed. */
function morph(old, now) {
  if (old.nodeType !== 1) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
    return;
  }
  if (old.isEqualNode(now) && !old.matches(FIELDS) && !old.querySelector(FIELDS)) return; // by far the most, and quick
  const before = partOf(old);
  for (const { name } of [...old.attributes]) {
    // a person opens and closes details; focus() has made an element fit for it: without that it would lose the focus
    const mine = (name === "open" && old.nodeName === "DETAILS") || (name === "tabindex" && old.tabIndex < 0);
    if (!mine && !now.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.nodeName === "INPUT" && old !== old.ownerDocument.activeElement) {
    if (old.type === "checkbox" || old.type === "radio") old.checked = now.hasAttribute("checked");
    else if (old.type !== "file" && now.hasAttribute("value")) old.value = now.getAttribute("value");
  }
  if (partOf(old) !== undefined) { // filled by parts of their own
    if (partOf(old) !== before) old.replaceChildren(); // what stood there belongs to another frame
    return;
  }
  fill(old, now);
  if (old.nodeName === "SELECT") old.value = now.value;
}

function fill(old, now) {
  const wanted = [...now.childNodes];
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let here = old.firstChild;
  for (const next of wanted) {
    const key = keyOf(next);
    let match = key ? keyed.get(key) : here;
    if (!match || !alike(match, next) || (!key && keyOf(match))) match = null;
    if (!match) {
      old.insertBefore(next, here);
      continue;
    }
    if (match === here) here = here.nextSibling;
    else old.insertBefore(match, here);
    morph(match, next);
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

function place(target, html) {
  const now = document.createElement("template");
  now.innerHTML = html;
  fill(target, now.content);
}

/** Carry out the edits of edits.py in an element; whether they fit what stands there. */
function edited(target, edits) {
  try {
    for (const [kind, way, ...rest] of edits) {
      const there = way.reduce((node, at) => node.childNodes[at], target);
      EDITS[kind](there, ...rest);
    }
    return true;
  } catch (fault) {
    console.error("The page does not stand as the kit thinks:", target.dataset.part, fault);
    return false;
  }
}

const EDITS = {
  text(there, words) {
    there.nodeValue = words;
  },
  attributes(there, values) {
    for (const [name, value] of Object.entries(values)) {
      if (value === null) there.removeAttribute(name);
      else there.setAttribute(name, value);
    }
    if ("data-notebook" in values) there.setAttribute("href", "#"); // to be pointed anew
  },
  swap(there, at, gone, html) {
    const made = document.createElement("template");
    made.innerHTML = html;
    const focused = there.contains(document.activeElement);
    for (const old of [...there.childNodes].slice(at, at + gone)) {
      const now = made.content.firstChild;
      if (focused && now && old.contains(document.activeElement) && alike(old, now)) {
        now.remove();
        morph(old, now); // what has the focus stays if it can
      } else if (now) old.replaceWith(now);
      else old.remove();
    }
    const after = there.childNodes[at + gone] || null;
    there.insertBefore(made.content, after);
  },
};

// Where the page is -----------------------------------------------------------------------------------------------

function inVoila() {
  return document.body.dataset.voila !== undefined;
}

/** The address of another notebook, named from their folder: in Voilà as in JupyterLab. */
function addressOf(notebook) {
  const [name, query] = notebook.split("?");
  if (document.body.dataset.voila === "site") return `../${name}.html${query ? "?" + query : ""}`; // scripts/site.py
  const path = location.pathname;
  const up = /\/(dashboards|vtes)\/[^/]*$/.test(path) ? "../" : "";
  const tail = `${up}${name}.ipynb${query ? "?" + query : ""}`;
  if (inVoila()) return tail;
  if (/\/(lab|notebooks|doc)\/(.*\/)?tree\//.test(path)) return path.replace(/[^/]*$/, tail);
  const config = document.getElementById("jupyter-config-data");
  const base = config ? JSON.parse(config.textContent).baseUrl || "/" : "/";
  return `${base}lab/tree/notebooks/${tail}`;
}

/** The page's language before Python has chosen it, in the same way. */
function wished(store) {
  const asked = new URLSearchParams(location.search).get("lang");
  const wishes = [asked, store.getItem(STORE + "lang"), ...(navigator.languages || [navigator.language])];
  return wishes.map((wish) => (wish || "").slice(0, 2).toLowerCase()).find((wish) => wish in WORDS) || "en";
}

/** Let the next page show the words that this one has marked for it while it is made. */
function takeAlong(root) {
  const words = [...root.querySelectorAll("[data-ahead]")].map((one) => [one.tagName, one.textContent]);
  try {
    sessionStorage.setItem("vendetta-kit/ahead", JSON.stringify(words));
  } catch {
    // it keeps nothing, and shows what it shows anyway
  }
}

/** Let the links in an element lead to their notebooks. */
function point(element) {
  for (const link of element.querySelectorAll('a[data-notebook][href="#"]')) link.href = addressOf(link.dataset.notebook);
  for (const field of element.querySelectorAll("input[data-address]"))
    field.value = new URL(addressOf(field.dataset.address), location).href;
}

function render({ model, el }) {
  const store = storage();
  const view = Math.random().toString(36).slice(2); // tells the presses of this view from those of others
  const light = matchMedia("(prefers-color-scheme: light)");
  const make = (name, cls, attributes = {}) => {
    const made = document.createElement(name);
    if (cls) made.className = cls;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const root = make("div", "vk", { "data-lm-suppress-shortcuts": "true" });
  const said = make("div", "vk-unseen", { "aria-live": "polite", "data-said": "" });
  const silent = make("div", "vk-silent", { role: "alert", hidden: "" });
  const drawings = make("div", "vk-drawings", { hidden: "", "aria-hidden": "true" });
  const frame = make("div", "vk-frame");
  const dialog = make("dialog", "vk-dialog");
  const inside = make("div", "vk-dialog-inside");
  dialog.append(inside);
  root.append(drawings, said, silent, frame, dialog);
  el.append(root);
  const gliding = glides(root);

  const holes = new Map(); // the parts that have been found, by name
  let left = null; // where what is asked stood when she went to look at the table
  let waiting = 0; // the number of the message that has no answer yet
  let sent = 0;
  const unheard = new Map(); // the messages that have no answer yet, by number: a lost connection may have lost them
  let seen = null; // the number of the last drawing that has come
  let warned = false; // whether she knows that this browser keeps nothing
  let cut = false; // whether the connection is lost
  let pointed = null; // the button that was pressed last, and not by a key: Enter after it confirms
  let tried = 0; // when a new connection was last begun
  let probe, notice;
  let asked = 0; // the number of the message for whose sake the kernel was asked whether it is there
  let shutAt = 0; // the last message that was sent before the person closed the dialog: its answer opens none
  let later = null; // the newest of many quick changes (a slider), sent when the last one is answered
  let slow, lost, pulse;
  let ticking = 0;
  let playing = 0;
  let ticked = false; // whether a step has no answer yet

  function send(message, buffers = []) {
    waiting = ++sent;
    unheard.set(sent, [message, buffers]);
    root.dataset.waiting = "";
    post(sent);
  }

  /** Give a message to the kernel, if there is a connection; else it waits for one. */
  function post(n) {
    clearTimeout(slow);
    clearTimeout(lost);
    slow = setTimeout(() => root.setAttribute("aria-busy", "true"), SLOW);
    if (cut) return;
    lost = setTimeout(listen, PATIENCE);
    const [message, buffers] = unheard.get(n);
    model.send({ ...message, n, view, seen: seen ?? 0 }, undefined, buffers);
  }

  function answered(n) {
    for (const number of unheard.keys()) if (number <= n) unheard.delete(number);
    if (n !== waiting) return;
    rest();
    if (later) {
      const next = later;
      later = null;
      send(next);
    }
  }

  /** Wait for nothing any more. */
  function rest() {
    waiting = 0;
    delete root.dataset.waiting;
    clearTimeout(slow);
    clearTimeout(lost);
    root.removeAttribute("aria-busy");
  }

  /** Nothing was heard for long. A kernel that is gone, or that answers what it was asked later, has not heard us. */
  async function listen() {
    const n = waiting;
    const kernel = kernelOf();
    if (!kernel || kernel.isDisposed || DEAD.includes(kernel.status)) return fallSilent();
    if (kernel.connectionStatus !== "connected" || (await reached()) === 0) return waiting === n && away();
    if (waiting !== n || cut) return;
    if (silent.hidden) tell("busy");
    lost = setTimeout(listen, AGAIN);
    if (asked === n) return;
    asked = n;
    const heard = () => setTimeout(() => waiting === n && !cut && fallSilent(), AGAIN); // our answer may be on its way still
    kernel.requestKernelInfo().then(heard, () => (asked = 0));
  }

  // A connection that breaks, and comes again -----------------------------------------------------------------

  function kernelOf() {
    return model.widget_manager?.kernel;
  }

  /** What the server says to the question whether this page's kernel is there: a status, 0 if nobody answers. */
  async function reached() {
    if (document.querySelector("[data-jupyter-lite-root]")) return 200; // the kernel is in this browser
    const { serverSettings, id } = kernelOf();
    return window.vendettaReach(serverSettings.baseUrl, id, serverSettings.token);
  }

  function connection(_, status) {
    if (status === "connected") back();
    else if (!ended()) away();
  }

  /** The connection is lost: what is pressed from now on waits for another, which is looked for until there is one. */
  function away() {
    if (cut) return;
    cut = true;
    clearTimeout(lost);
    notice = setTimeout(() => tell("lost", false, store.getItem(STORE + "game") && "silent.save"), AGAIN);
    probe = setTimeout(look, AGAIN);
  }

  async function look() {
    clearTimeout(probe);
    if (!cut) return;
    const status = await reached();
    const kernel = kernelOf();
    if (!cut || !root.isConnected) return;
    if (REFUSED.includes(status) || !kernel || kernel.isDisposed) return fallSilent();
    if (status === 200 && Date.now() - tried > RETRY) {
      tried = Date.now(); // JupyterLab's own part looks again after up to half a minute
      kernel.reconnect().catch(() => {});
    }
    clearTimeout(probe);
    probe = setTimeout(look, AGAIN);
  }

  /** There is a connection again: what has had no answer is sent once more, and what was missed is asked for. */
  function back() {
    if (!cut) return;
    reunited();
    ticked = false;
    if (unheard.size) for (const n of unheard.keys()) post(n);
    else send({ type: "again" });
    root.dispatchEvent(new Event("vendetta-back"));
  }

  function reunited() {
    cut = false;
    clearTimeout(notice);
    clearTimeout(probe);
    if (silent.dataset.says !== "lost" || silent.hidden) return;
    silent.hidden = true;
    said.textContent = WORDS[root.lang || wished(store)]["lost.back"];
  }

  function fallSilent() {
    const kept = store.getItem(STORE + "game");
    reunited();
    unheard.clear();
    rest();
    tell(inVoila() ? "silent" : "silent.lab", inVoila() && "silent.reload", kept && "silent.save");
  }

  /** What this side says by itself, until Python is heard again. */
  function tell(key, reload, save) {
    const words = WORDS[root.lang || wished(store)];
    const button = (name, act) => {
      const made = make("button", "vk-button", { type: "button" });
      made.textContent = words[name];
      made.onclick = act;
      return made;
    };
    const text = make("p");
    text.textContent = words[key];
    silent.replaceChildren(text);
    if (reload) silent.append(button(reload, () => location.reload()));
    const game = () => download({ name: "vendetta-game.json", text: store.getItem(STORE + "game"), mime: "application/json" });
    if (save) silent.append(button(save, game));
    silent.dataset.says = key;
    silent.hidden = false;
  }

  function download({ name, text, mime }) {
    const link = make("a", "", { download: name });
    link.href = URL.createObjectURL(new Blob([text], { type: mime }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // What Python says ------------------------------------------------------------------------------------------

  function draw(message) {
    const before = document.activeElement;
    const inHere = root.contains(before);
    if (message.lang && message.lang !== root.lang) { // to set it, even to what it is, lays all of the page out anew
      root.lang = message.lang;
      if (inVoila()) document.documentElement.lang = message.lang;
    }
    if (message.title && inVoila()) document.title = message.title;
    if (message.drawings !== undefined) drawings.innerHTML = message.drawings;
    const stood = gliding.look();
    if (message.frame !== undefined) {
      place(frame, message.frame);
      for (const part of frame.querySelectorAll("[data-pieces] > [data-part]"))
        if (!(part.dataset.part in message.parts)) part.remove();
    }
    const drawn = message.frame === undefined ? [] : [frame];
    let astray = false;
    for (const [name, html] of Object.entries(message.parts || {})) {
      const hole = holeOf(name);
      if (!hole) continue;
      drawn.push(hole);
      if (html === null) hole.remove();
      else if (typeof html === "string") place(hole, html);
      else astray = !edited(hole, html) || astray;
      hole.hidden = !html;
    }
    if (astray) send({ type: "again" });
    drawn.forEach(point);
    for (const bar of frame.querySelectorAll(".vk-zone-bar")) bars.observe(bar);
    requestAnimationFrame(() => gliding.go(stood));
    const parts = Object.keys(message.parts || {});
    if (parts.some((name) => name.startsWith("log"))) requestAnimationFrame(toNewest);
    if (parts.includes("goal")) requestAnimationFrame(toNow);
    if (message.dialog !== undefined && (message.dialog === null || !(message.n <= shutAt))) show(message.dialog);
    if (message.say) said.textContent = message.say;
    if (message.sounds) soundOut(message.sounds);
    if (message.download) download(message.download);
    const wanted = message.focus && frame.querySelector(message.focus);
    if (wanted) left = null;
    if (message.top) scroller().scrollTo({ top: 0 });
    if (wanted) focus(wanted, !message.top);
    else {
      const now = document.activeElement; // a button that may not be pressed any more loses the focus in a moment
      if (inHere && (!root.contains(now) || now.disabled)) focus(shown("[data-home]")[0] || root);
      if (message.n > 1) requestAnimationFrame(() => answerIntoSight(parts));
    }
  }

  // On a narrow page what the guide says stands on the bar, however high its question is (32_seated.css).

  const bars = new ResizeObserver((seen) => {
    const said = frame.querySelector(".vk-zone-said"); // there alone: what inherits it is styled anew
    for (const { target } of seen) said?.style.setProperty("--bar-now", `${target.offsetHeight}px`);
  });

  // What asks where things are waits for the browser's own time for that: asked at once, it lays the page out twice.

  function toNewest() {
    for (const box of frame.querySelectorAll("[data-newest]")) box.scrollTop = box.scrollHeight;
  }

  function toNow() {
    for (const strip of frame.querySelectorAll(".vk-moments")) {
      const now = strip.querySelector("[aria-current]");
      if (now && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = now.offsetLeft - strip.offsetLeft - 12;
    }
  }

  function motion() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  }

  function intoSight(wanted) {
    if (isNarrow() && frame.contains(wanted)) return wholeIntoSight(wanted);
    const { top, bottom } = wanted.getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight) return;
    wanted.scrollIntoView({ block: "center", behavior: motion() });
  }

  /** Whether all lies one below the other. */
  function isNarrow() {
    return shown(".vk-jumps").length > 0;
  }

  /** What is free between what sticks to the window's edges. */
  function room(inside) {
    const sticks = (one) => getComputedStyle(one).position === "sticky"; // in a low window nothing does
    const high = (list) => list.filter(sticks).reduce((sum, one) => sum + one.offsetHeight, 0);
    return { top: (inside.closest(".vk-side") ? high(shown(".vk-glance")) : 0), bottom: innerHeight - high(shown(".vk-jumps, .vk-bar")) };
  }

  /** On a narrow page: what is told and what is asked, as much of it as there is room for; what is there does not move. */
  function wholeIntoSight(wanted) {
    const whole = wanted.closest(".vk-quiz, [data-part]");
    const free = room(whole);
    const { top, bottom } = whole.getBoundingClientRect();
    const after = whole.closest(".vk-side") ? shown(".vk-coach, .vk-panel, .vk-controls > .vk-confirmbar, .vk-steer, .vk-recap") : [];
    const end = Math.max(bottom, ...after.map((one) => one.getBoundingClientRect().bottom));
    const most = top - free.top - MARGIN;
    if (top < free.top - 1) shift(most);
    else if (end > free.bottom && most > 0) shift(Math.min(most, end - free.bottom));
  }

  /** What a press has brought below it comes into sight as far as what was pressed stays there. */
  function restIntoSight() {
    const pressed = document.activeElement;
    const panel = pressed?.matches(".vk-target") ? frame.querySelector(".vk-panel:has(.vk-confirm)") : pressed?.closest(".vk-panel");
    if (!panel || !frame.contains(panel)) return;
    const free = room(panel);
    const last = panel.querySelector(".vk-building > :last-child, .vk-controls > .vk-confirmbar:not(:has(.vk-building > *))") || panel; // below it stands what else she may do
    const over = last.getBoundingClientRect().bottom - free.bottom;
    const most = pressed.getBoundingClientRect().top - free.top - MARGIN;
    if (Math.min(over, most) > 0) shift(Math.min(over, most));
  }

  /** Once a card is picked, the places where it may go come into sight as far as the card stays there: they are next. */
  function aimsIntoSight() {
    const pressed = document.activeElement, aims = shown(".vk-target").map((one) => one.getBoundingClientRect());
    if (!aims.length || !pressed?.matches("[data-pick][aria-pressed=true]")) return;
    const free = room(pressed), card = pressed.getBoundingClientRect();
    const top = Math.min(...aims.map((box) => box.top)) - free.top - MARGIN;
    const over = Math.max(...aims.map((box) => box.bottom)) - free.bottom;
    const by = top < 0 ? Math.min(0, Math.max(top, card.bottom + MARGIN - free.bottom)) : Math.max(0, Math.min(over, top));
    if (by) shift(by);
  }

  /** What is seen of a part: a part without a box of its own is its children. */
  function boxesOf(part) {
    if (getComputedStyle(part).display === "contents") return [...part.children].flatMap(boxesOf);
    return part.offsetHeight ? [part] : [];
  }

  /** The highest and the lowest of what is seen of a part. */
  function ends(part) {
    const boxes = boxesOf(part);
    boxes.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
    return boxes.length ? [boxes[0], boxes.at(-1)] : [part, part];
  }

  function shift(by) {
    scroller().scrollBy({ top: by, behavior: motion() });
  }

  /** What scrolls the page: the window's own, or a box around it. */
  function scroller() {
    let box = root.parentElement;
    while (box && !(box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))) box = box.parentElement;
    return box || document.scrollingElement;
  }

  let shows; // the part that was asked for by the last press, where a button says which one it shows

  /** On a narrow page that part comes into sight, though what was pressed is still there, too. */
  function shownIntoSight(name) {
    const part = name && holeOf(name);
    shows = undefined;
    if (part && isNarrow()) intoSight(part);
  }

  /** Whatever answers a press is seen: where nothing that has changed is in sight, the first of it comes there. */
  function answerIntoSight(parts) {
    if (isNarrow() && parts.includes("panel")) {
      restIntoSight();
      aimsIntoSight();
    }
    if (shows) return shownIntoSight(shows); // though it may be as it was
    const changed = parts.filter((name) => !ASIDE.test(name)).map(holeOf).filter((hole) => hole && boxesOf(hole).some((one) => one.checkVisibility()));
    const seen = ({ top, bottom }) => Math.min(bottom, innerHeight) - Math.max(top, 0) > Math.min(24, bottom - top - 1);
    const filled = changed.filter((hole) => hole.childElementCount);
    const box = (hole) => {
      const [first, last] = ends(hole).map((one) => one.getBoundingClientRect());
      return { top: first.top, bottom: last.bottom };
    };
    if (filled.length && !changed.some((hole) => seen(box(hole)))) intoSight(filled[0]);
  }

  /** Where a part goes. */
  function holeOf(name) {
    let hole = holes.get(name);
    if (hole?.dataset.part === name && frame.contains(hole)) return hole; // another frame may have made it another part
    hole = frame.querySelector(`[data-part="${name}"]`) || piece(name);
    if (hole) holes.set(name, hole);
    return hole;
  }

  /** A new last piece of a part that grows: "log:12" goes to the end of the element whose data-pieces is "log". */
  function piece(name) {
    const whole = frame.querySelector(`[data-pieces="${name.split(":")[0]}"]`);
    if (!whole || !name.includes(":")) return null;
    const made = make("div", "", { "data-part": name });
    whole.append(made);
    return made;
  }

  function focus(wanted, follow = true) {
    if (!wanted.matches("button, a, input, select, summary, [tabindex]")) wanted.tabIndex = -1;
    wanted.focus({ preventScroll: true });
    if (!root.contains(document.activeElement)) shown("[data-home]")[0]?.focus({ preventScroll: true }); // it is not seen
    if (follow) requestAnimationFrame(() => intoSight(wanted));
  }

  function show(html) {
    if (html === null) return void (dialog.open && dialog.close());
    place(inside, html);
    point(inside);
    const title = inside.querySelector("h2, h3");
    if (title) {
      title.id ||= `vk-dialog-title-${Math.random().toString(36).slice(2)}`;
      dialog.setAttribute("aria-labelledby", title.id);
    }
    if (!dialog.open) dialog.showModal();
    else if (!dialog.contains(document.activeElement)) (inside.querySelector("[autofocus]") || dialog).focus();
    inside.scrollTop = 0;
  }

  /** Whether the kernel has been ended, as it is when a page is left: nothing is sent to it any more by itself. */
  const ended = () => Boolean(kernelOf()?.isDisposed);

  /** On by one step, unless somebody reads what has opened; what the person presses meanwhile does not wait for it. */
  function tick() {
    if (ticked || waiting || cut || document.hidden || dialog.open || !root.isConnected || ended()) return;
    if (root.querySelector("[data-every] details[open]")) return;
    ticked = true;
    model.send({ type: "do", do: "tick" });
  }

  function pace() {
    const every = Number(root.querySelector("[data-every]")?.dataset.every || 0);
    if (every === playing) return;
    playing = every;
    clearInterval(ticking);
    if (every) ticking = setInterval(tick, every);
  }

  /** Whether a drawing does not follow the last one that has come: one before it is lost, or it has come before. */
  function isAstray(message) {
    if (message.type !== "draw" || message.at === undefined || seen === null || message.missed) return false;
    if (message.at > seen + 1 && ![...unheard.values()].some(([{ type }]) => type === "again")) send({ type: "again" });
    return message.at !== seen + 1;
  }

  /** What travels once and has not come: of a dialog, a file, and what is to be stored, the newest. */
  function madeUp(message) {
    for (const [at, kind, key, value] of message.missed || []) {
      if (at <= (seen ?? 0)) continue;
      if (kind === "store") message.store = { [key]: value, ...message.store };
      else if (!(kind in message)) message[kind] = value;
    }
  }

  function receive(message) {
    if (isAstray(message)) return;
    if (message.type === "draw") {
      madeUp(message);
      seen = message.at ?? seen;
    }
    silent.hidden = true;
    if (!root.isConnected && message.type === "draw") frame.replaceChildren();
    if (message.type === "draw") {
      const before = under();
      draw(message);
      if (under() !== before) {
        told.at = performance.now();
        document.documentElement.dataset.vkStill = ""; // what lies under a resting mouse now is not lit till it moves
      }
      if (message.n === undefined || message.n === null) ticked = false;
      pace();
    }
    const kept = !message.store || keep(store, message.store);
    if (message.store) {
      window.vendettaDress();
      share(message.store);
    }
    const on = kept && message.type === "draw" && frame.querySelector("a[data-follow]"); // to the page for which it was stored
    if (on) on.removeAttribute("data-follow"), on.click();
    if (message.n !== undefined) answered(message.n);
    if (!kept && !warned) send({ type: "storage-full" });
    warned ||= !kept;
    clearTimeout(pulse); // what is being done tells of itself: if not, it is asked for
    if (frame.querySelector(".vk-at-work")) pulse = setTimeout(() => waiting || ended() || send({ type: "ping" }), PATIENCE);
  }

  // What the person does ----------------------------------------------------------------------------------------

  function say(what, source) {
    const message = { type: "do", ...what };
    if (!waiting) send(message);
    else if (source && source.dataset.live !== undefined) later = message;
  }

  function valueOf(button) {
    return button.dataset.value === undefined ? null : JSON.parse(button.dataset.value);
  }

  /** Note that the person has closed the dialog, or is about to: what she asked for in it is not wanted any more. */
  function leaveDialog() {
    shutAt = sent;
    later = null;
  }

  function shutDialog() {
    leaveDialog();
    dialog.close();
  }

  function clicked(event) {
    if (event.target.closest?.("a[data-takes-along]")) takeAlong(root);
    const target = event.target;
    if (target === dialog) return shutDialog(); // the ground beside it
    const pressed = target.closest("button, a");
    pointed = event.detail ? pressed : null;
    if (!target.closest(".vk-not")) shut();
    if (event.detail && answeredOnTable(target)) return;
    if (!pressed || !root.contains(pressed)) return;
    if (stillUnder(event, pressed)) return event.preventDefault();
    if (pressed.dataset.close !== undefined) shutDialog();
    if (pressed.dataset.scenes) return turnScenes(pressed);
    if (pressed.dataset.drawer !== undefined) return openDrawer(root.dataset.drawer === undefined);
    if (pressed.getAttribute("aria-disabled") === "true") {
      why(pressed);
      if (pressed.dataset.do && event.detail <= 1) say({ do: pressed.dataset.do, value: valueOf(pressed) });
      return;
    }
    if (pressed.dataset.copy) {
      const field = frame.querySelector(pressed.dataset.copy);
      field.select();
      document.execCommand("copy"); // the newer way is closed to pages of a class server, which have no certificate
      said.textContent = pressed.dataset.copied;
      pressed.textContent = pressed.dataset.copied;
      return;
    }
    if (pressed.dataset.go) {
      const there = frame.querySelector(pressed.dataset.go);
      if (!there) return;
      const back = there.matches(".vk-side");
      const asked = frame.querySelector(".vk-side");
      const [first, last] = asked ? ends(asked) : [];
      if (back && left !== null) shift(first.getBoundingClientRect().top - left); // back to where she was
      else {
        const end = frame.querySelector(".vk-side .vk-log")?.getBoundingClientRect().top ?? last?.getBoundingClientRect().bottom;
        if (!back && end > innerHeight / 2) left = first.getBoundingClientRect().top; // she comes from what is asked
        ends(there)[0].scrollIntoView({ block: "start", behavior: motion() });
      }
      if (back) left = null;
      const home = there.querySelector("[data-home]") || there;
      if (!home.matches("button, a, [tabindex]")) home.tabIndex = -1;
      home.focus({ preventScroll: true });
      return;
    }
    if (pressed.nodeName !== "BUTTON" || !(pressed.dataset.do || pressed.dataset.open)) return;
    if (event.detail > 1) return; // the second half of a double click is no second wish
    event.preventDefault();
    shut();
    if (pressed.dataset.do === "menu" && pressed.closest(MENU)) foldMenu(true); // what it opens lies below it
    if (pressed.dataset.shows && pressed.getAttribute("aria-pressed") === "true") return shownIntoSight(pressed.dataset.shows); // it lies there
    shows = pressed.dataset.shows;
    if (pressed.dataset.open) say({ do: "open", value: pressed.dataset.open });
    else say({ do: pressed.dataset.do, value: valueOf(pressed) }, pressed);
  }

  /** Hold pictures that follow one another, or let them go on; "-1" and "1" hold at the one before and the next. */
  function turnScenes(pressed) {
    const around = pressed.closest(".vk-round-picture");
    const all = around.getAnimations({ subtree: true });
    const each = Number(around.dataset.each);
    const hold = around.querySelector('[data-scenes="hold"]');
    const holds = pressed !== hold || hold.getAttribute("aria-pressed") !== "true";
    const at = Math.max(...all.map((one) => Number(one.currentTime)));
    const pictures = [...around.querySelectorAll(".vk-scenes > li")];
    const step = pressed === hold ? 0 : Number(pressed.dataset.scenes);
    if (step > 0 && at >= each * (pictures.length - 1)) return around.querySelector("[data-close]").click(); // past the last one
    const to = Math.min(Math.max(Math.floor(at / each) + step, 0), pictures.length - 1);
    for (const [k, one] of pictures.entries()) one.style.visibility = holds && k !== to ? "hidden" : "";
    for (const one of all) {
      if (step) one.currentTime = (to + 0.1) * each;
      if (holds) one.pause();
      else one.play();
    }
    hold.setAttribute("aria-pressed", String(holds));
    hold.classList.toggle("vk-on", holds);
  }

  /** Answer an open question by what was pressed on the table beside it; whether one of its options names that. */
  function answeredOnTable(target) {
    const table = target.closest("[data-answers]");
    if (!table) return false;
    const answers = JSON.parse(table.dataset.answers);
    for (let part = target; part !== table; part = part.parentElement) {
      const thing = part.dataset.thing?.split(" ").find((name) => name in answers);
      const value = answers[thing];
      const names = (one) => one.name === `pick-${value}` || one.dataset.value === JSON.stringify(value);
      if (thing) {
        const option = shown(".vk-drill .vk-quiz :is(button, input)").find(names);
        option.click();
        part.toggleAttribute("data-picked", option.checked === true);
        return true;
      }
      if (part.matches("a, summary, .vk-rule")) return false;
    }
    return false;
  }

  // What is told goes on by a press, as what is chosen is done by one: a second press must not do what lies there next.

  let told = { at: 0, x: null, y: 0, next: false }; // when and where something was last gone past or done, or has something else come there

  /** Whether this press was meant for what lay there half a second ago. */
  function stillUnder({ clientX, clientY, detail, timeStamp }, pressed) {
    const again = timeStamp - told.at < STILL && pressed.dataset.space === undefined;
    const same = detail === 0 ? told.x === null : Math.hypot(clientX - told.x, clientY - told.y) < 6;
    const next = pressed.dataset.space !== undefined;
    const dead = again && same && pressed.dataset.do !== undefined && (told.next || pressed.closest(".vk-answers") !== null);
    const done = detail > 0 && pressed.dataset.enter !== undefined; // with keys nobody presses there by chance
    if (!dead && (next || done)) told = { at: timeStamp, x: detail === 0 ? null : clientX, y: clientY, next };
    return dead;
  }

  /** What can be pressed where something was last gone past or done. */
  function under() {
    if (told.x === null) return undefined;
    return document.elementFromPoint(told.x, told.y)?.closest("button")?.outerHTML;
  }

  /** The drawer over the table: it opens and closes here, and what lies in it is drawn all the time. */
  function openDrawer(open) {
    if (open) root.dataset.drawer = "";
    else delete root.dataset.drawer;
    for (const one of frame.querySelectorAll("[data-drawer][aria-expanded]")) one.setAttribute("aria-expanded", String(open));
    const there = frame.querySelector(open ? ".vk-aside h2" : "[data-drawer][aria-expanded]");
    if (open) toNewest();
    if (there?.checkVisibility()) there.focus({ preventScroll: true });
  }

  /** Something that may not be: the reason stays open until something else is pressed, or it once more. */
  function why(pressed) {
    const around = pressed.closest(".vk-not");
    const open = around?.classList.contains("vk-open");
    shut();
    if (!around || open) return;
    around.classList.remove("vk-shut");
    around.classList.add("vk-open");
    const reason = around.querySelector(".vk-why");
    if (reason) said.textContent = reason.textContent;
    settle(around);
  }

  /** Put what opens beside something where it can be seen whole. */
  function settle(around) {
    const bubble = around && around.querySelector(".vk-why");
    if (!bubble) return;
    bubble.style.translate = "";
    const { left, right, top, bottom, height } = bubble.getBoundingClientRect();
    if (!height) return;
    const wide = document.documentElement.clientWidth;
    const aside = right > wide - 8 ? Math.max(8 - left, wide - 8 - right) : 0;
    const room = around.getBoundingClientRect();
    const up = bottom > innerHeight - 8 && room.top > height + 12 ? room.top - 6 - bottom : 0;
    if (aside || up) bubble.style.translate = `${aside}px ${up}px`;
  }

  /** Close the menu of the head, if it is open: with Escape, or by a press beside it. */
  function foldMenu(back) {
    const menu = root.querySelector(`${MENU}[open]`);
    if (!menu) return false;
    menu.open = false;
    if (back) menu.querySelector("summary").focus({ preventScroll: true });
    return true;
  }

  /** Close the reasons that were opened by a press; return whether there were any, so that Escape does no more. */
  function closeReasons() {
    const opened = root.querySelectorAll(".vk-not.vk-open, .vk-show-why[open]");
    for (const one of opened) one.open = false;
    shut();
    return opened.length > 0;
  }

  function shut() {
    for (const open of root.querySelectorAll(".vk-open")) open.classList.remove("vk-open");
    for (const held of root.querySelectorAll(".vk-not:is(:hover, :focus-within)")) held.classList.add("vk-shut");
  }

  // Keys: 1 to 9 choose, Enter confirms, u takes back, ? tells of them.

  function keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || dialog.open) return;
    const at = event.target;
    if (at.matches?.("input, select, textarea, [contenteditable]")) return;
    const press = (button) => {
      if (!button) return;
      event.preventDefault();
      if (!root.contains(document.activeElement)) focus(frame.querySelector(".vk-panel [data-home], [data-home]") || root);
      button.click();
    };
    const next = shown("[data-space]")[0];
    const still = performance.now() - told.at < STILL;
    const other = at.closest?.("button, a, summary");
    const seated = !other && frame.querySelector(".vk-seated"); // where nothing scrolls
    if (event.key === " " && (still || seated || (next && (!other || other === next)))) {
      event.preventDefault();
      if (next && !event.repeat) next.click();
    } else if (event.key === "l") {
      event.preventDefault();
      openDrawer(root.dataset.drawer === undefined);
    } else if (/^Arrow/.test(event.key)) goAlong(event);
    else if (event.key === "i" && at.closest?.(".vk-held")) press(at.closest(".vk-held").querySelector("[data-open]"));
    else if (/^[0-9]$/.test(event.key)) press(chosenBy(event.key));
    else if (event.key === "Enter" && (!other || (other === pointed && other.matches(CHOICE)))) press(shown("[data-enter]")[0]);
    else if (event.key === "u") press(shown('[data-key="menu-undo"], [data-do="back"]')[0]);
    else if (event.key === "?") say({ do: "keys" });
  }

  function shown(selector) {
    return [...frame.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  }

  /** Arrows go along a long list, or along the hand and the places on the table, and between the two. */
  function goAlong(event) {
    const at = document.activeElement;
    const list = at.closest("[data-along]");
    if (list) {
      const all = [...list.querySelectorAll("button")];
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      event.preventDefault();
      return all[all.indexOf(at) + by]?.focus();
    }
    const rows = [shown("[data-target]"), shown("[data-pick]")].filter((row) => row.length);
    const row = rows.findIndex((one) => one.includes(at));
    if (row < 0) {
      if (!rows.length || at.closest(".vk-aside, .vk-folded, [tabindex='0'], summary")) return;
      event.preventDefault();
      return rows[event.key === "ArrowUp" ? 0 : rows.length - 1][0].focus({ preventScroll: true });
    }
    const here = rows[row].indexOf(at);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const other = { ArrowUp: row - 1, ArrowDown: row + 1 }[event.key];
    const to = step ? rows[row][(here + step + rows[row].length) % rows[row].length] : rows[other]?.[0];
    if (!to) return;
    event.preventDefault();
    to.focus({ preventScroll: true });
  }

  /** What can be chosen now, in the order in which it stands on the page: cards of the hand, else answers. */
  function choices() {
    const held = shown("[data-pick]").filter((one) => one.getAttribute("aria-disabled") !== "true");
    if (held.length) return held;
    const asked = shown(".vk-panel button[data-do], .vk-quiz-options button[data-do]");
    return asked.filter((one) => one.getAttribute("aria-disabled") !== "true" && one.dataset.enter === undefined);
  }

  /** What a digit chooses: the number itself where numbers can be pressed, else the choice at this place. */
  function chosenBy(digit) {
    const numbers = shown(".vk-quiz-numbers button");
    return numbers.length ? numbers.find((one) => one.textContent.trim() === digit) : choices()[digit - 1];
  }

  // Dragging: what has data-drag is let go over something with data-drop. Two presses do the same.

  function taken(event) {
    const source = event.target.closest("[data-drag]");
    if (!source || event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    const under = ({ clientX, clientY }) => {
      const place = document.elementFromPoint(clientX, clientY)?.closest("[data-place]");
      if (!place || !frame.contains(place)) return null;
      return place.matches("[data-drop]") ? place : place.querySelector("[data-drop]");
    };
    let ghost = null;
    let over = null;
    const mark = (next) => {
      over?.closest("[data-place]").classList.remove("vk-over-drop");
      over = next;
      over?.closest("[data-place]").classList.add("vk-over-drop");
    };
    const moved = (now) => {
      const [x, y] = [now.clientX - from.x, now.clientY - from.y];
      if (!ghost && Math.hypot(x, y) < 8) return;
      if (!ghost) {
        const drawn = source.querySelector(".vk-face") || source;
        const box = drawn.getBoundingClientRect();
        ghost = drawn.cloneNode(true);
        ghost.removeAttribute("data-fly");
        ghost.classList.add("vk-ghost");
        Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px` });
        root.querySelector(".vk-air").append(ghost);
      }
      ghost.style.translate = `${x}px ${y}px`;
      mark(under(now));
    };
    const ended = (now) => {
      for (const [name, act] of ways) window.removeEventListener(name, act);
      const drop = over;
      mark(null);
      ghost?.remove();
      if (!ghost) return;
      window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => window.dispatchEvent(new Event("click"))); // where no click follows, none is held back
      if (now.type === "pointerup" && drop)
        say({ do: "aim", value: [JSON.parse(source.dataset.drag), JSON.parse(drop.dataset.drop)] });
    };
    const ways = [["pointermove", moved], ["pointerup", ended], ["pointercancel", ended]];
    for (const [name, act] of ways) window.addEventListener(name, act);
  }

  function changed(event) {
    const field = event.target;
    if (!field.dataset.do || field.closest("form[data-do]")) return;
    if (field.type === "file") return void (event.type === "change" && chosen(field, [...field.files])); // both come for one choice
    if (event.type === "input" && field.dataset.live === undefined) return;
    if (event.type === "change" && field.dataset.live !== undefined) return;
    const value =
      field.type === "checkbox" ? field.checked : field.type === "range" ? Number(field.value) : field.value;
    say({ do: field.dataset.do, value }, field);
  }

  async function chosen(field, files) {
    const read = [];
    for (const file of files.slice(0, field.multiple ? MOST_FILES : 1)) {
      const small = file.size <= LARGEST_FILE;
      const content = small ? await file.arrayBuffer().catch(() => null) : new ArrayBuffer(0);
      if (content) read.push([{ name: file.name.slice(0, 80), size: file.size }, content]); // else a folder, or it has gone
    }
    field.value = "";
    for (const [k, [value, content]] of read.entries()) {
      const among = { more: k > 0, follows: k < read.length - 1 }; // the page is drawn once, after the last
      send({ type: "file", do: field.dataset.do, value, ...among }, [new DataView(content)]);
    }
  }

  // Files that are let go over an element with data-drop-files are chosen in the field inside it.

  function dropped(event) {
    const zone = event.target.closest?.("[data-drop-files]");
    if (!zone || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.toggle("vk-over-drop", event.type === "dragover");
    if (event.type === "drop") chosen(zone.querySelector("input[type=file]"), [...event.dataTransfer.files]);
  }

  function submitted(event) {
    const form = event.target;
    if (!form.dataset.do) return;
    event.preventDefault();
    say({ do: form.dataset.do, value: Object.fromEntries(new FormData(form)) });
  }

  /** "/" opens the search, unless it is being written. */
  function slash(event) {
    const here = root.contains(event.target) || event.target === document.body;
    const writes = event.target.matches(FIELDS) || event.ctrlKey || event.metaKey || event.altKey;
    const find = root.querySelector('[data-do="find"]');
    if (event.key !== "/" || !here || writes || dialog.open || !find) return;
    event.preventDefault();
    find.click();
  }

  function elsewhere(event) {
    window.vendettaDress();
    if (event.key && event.key.startsWith(STORE) && event.newValue !== null)
      model.send({ type: "stored", stored: { [event.key.slice(STORE.length)]: event.newValue } });
  }

  /** Other windows hear of it from the browser; the other pages in this one, as the cells of a notebook, from us. */
  function share(values) {
    window.dispatchEvent(new CustomEvent(SHARED, { detail: { from: root, values } }));
  }

  function beside({ detail: { from, values } }) {
    const told = Object.entries(values).filter(([, value]) => value !== null);
    if (from !== root && told.length) model.send({ type: "stored", stored: Object.fromEntries(told) });
  }

  const near = (event) => {
    const around = event.target.closest(".vk-not");
    if (around && !around.contains(event.relatedTarget)) around.classList.remove("vk-shut");
    const rests = event.type === "mouseover" && event.clientX === mouse.x && event.clientY === mouse.y;
    around?.classList.toggle("vk-rested", rests); // it has come to lie under a mouse that has not moved
    settle(around);
  };
  const mouse = { x: -1, y: -1 };
  root.addEventListener("mousemove", ({ clientX, clientY }) => {
    if (clientX === mouse.x && clientY === mouse.y) return;
    Object.assign(mouse, { x: clientX, y: clientY });
    delete document.documentElement.dataset.vkStill;
    for (const one of root.querySelectorAll(".vk-rested")) one.classList.remove("vk-rested");
  });
  root.addEventListener("mouseover", near);
  root.addEventListener("focusin", near);
  root.addEventListener("click", clicked);
  root.addEventListener("input", changed);
  root.addEventListener("change", changed);
  dialog.addEventListener("cancel", leaveDialog); // Escape
  for (const name of ["dragover", "dragleave", "drop"]) root.addEventListener(name, dropped);
  root.addEventListener("submit", submitted);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (foldMenu(true) || closeReasons()) return event.stopPropagation();
      if (root.dataset.drawer !== undefined && !dialog.open) openDrawer(false);
      else if (!dialog.open) shown("[data-escape]")[0]?.click();
    }
    keyed(event);
    event.stopPropagation(); // keys are for this page, not for the shortcuts of the notebook around it
  });
  const outside = (event) => root.contains(event.target) || keyed(event); // a served page is all ours
  if (inVoila()) document.addEventListener("keydown", outside);
  root.addEventListener("pointerdown", taken);
  const pressedBeside = (event) => event.target.closest?.(MENU) || foldMenu(false);
  document.addEventListener("pointerdown", pressedBeside);
  const quiet = tips(root);
  document.addEventListener("keydown", slash, true); // also while nothing has the focus
  light.addEventListener("change", window.vendettaDress);
  window.addEventListener("storage", elsewhere);
  window.addEventListener(SHARED, beside);
  model.on("msg:custom", receive);
  kernelOf()?.connectionStatusChanged.connect(connection);
  window.addEventListener("online", look);
  send({
    type: "ready",
    stored: stored(store),
    query: location.search,
    address: inVoila() ? location.origin + location.pathname : "",
    wishes: navigator.languages || [navigator.language],
    calm: motion() === "auto",
    light: document.documentElement.dataset.vkTheme === "light",
    voila: inVoila(),
  });
  return () => {
    quiet();
    document.removeEventListener("keydown", slash, true);
    light.removeEventListener("change", window.vendettaDress);
    window.removeEventListener("storage", elsewhere);
    window.removeEventListener(SHARED, beside);
    document.removeEventListener("keydown", outside);
    document.removeEventListener("pointerdown", pressedBeside);
    model.off("msg:custom", receive);
    kernelOf()?.connectionStatusChanged.disconnect(connection);
    window.removeEventListener("online", look);
    clearTimeout(slow);
    clearTimeout(lost);
    clearTimeout(pulse);
    clearTimeout(notice);
    clearTimeout(probe);
    clearInterval(ticking);
  };
}

export default { render };
