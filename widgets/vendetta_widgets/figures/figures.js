// Figures on a page of the kit. Python sends plotly's data, this draws it; plotly.js itself comes through the same
// channel, once a page, out of the installed package: nothing is fetched from anywhere else. Stands behind surface.js.

const CONFIG = { displayModeBar: false, responsive: true, scrollZoom: false, doubleClick: false, showTips: false };
const PAPER = 640; // a figure's width in pixels where it is printed: a page has no more than 700

async function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** A text as plotly shows it letter by letter: style.py's plain() for what this side adds. */
function plain(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A figure in the colours of the theme: BRIGHT, which stands before this, says what each becomes in the light one. */
function inTheme(spec) {
  if (document.documentElement.dataset.vkTheme !== "light") return spec;
  const whole = (_, value) => {
    if (typeof value !== "string") return value;
    for (const [dark, bright] of Object.entries(BRIGHT))
      if (value.includes(dark)) value = value.replaceAll(dark, bright);
    return value;
  };
  return JSON.parse(JSON.stringify(spec, whole));
}

/** Run plotly's bundle where it sees no module loader, and give what it makes. */
function started(source) {
  const before = window.Plotly;
  new Function("module", "exports", "define", source).call(window);
  const made = window.Plotly;
  if (before) window.Plotly = before;
  return made;
}

function withFigures({ model, el }) {
  const end = render({ model, el });
  const root = el.querySelector(".vk");
  const wanted = new Map(); // name -> what Python wants to be seen
  const drawing = new Map(); // name -> whether plotly is at it, and whether it must again

  const plotly = (window.vendettaPlotly ||= {});
  plotly.come ||= new Promise((resolve) => (plotly.arrived = resolve));
  const fetched = () => plotly.here || model.send({ type: "plotly" });
  if (!plotly.asked) {
    plotly.asked = true;
    fetched();
  }
  root.addEventListener("vendetta-back", fetched); // it may have been lost on its way

  const hole = (name) => root.querySelector(`[data-figure="${name}"]`);

  async function draw(name) {
    if (drawing.has(name)) return void drawing.set(name, true);
    drawing.set(name, false);
    root.dataset.drawing = drawing.size;
    const lib = await plotly.come;
    for (let again = true; again; ) {
      drawing.set(name, false);
      const place = hole(name);
      const spec = wanted.has(name) && inTheme(wanted.get(name));
      if (!place || !spec) break;
      let canvas = place.querySelector(":scope > .vk-plot");
      if (!canvas) {
        place.replaceChildren();
        canvas = document.createElement("div");
        canvas.className = "vk-plot";
        place.append(canvas);
        resized.observe(place);
      }
      place.style.minHeight = `${spec.layout.height}px`;
      try {
        await lib.react(canvas, spec.data, fitted(spec.layout, place), CONFIG);
        if (!canvas.vendetta) {
          canvas.vendetta = true;
          canvas.on("plotly_click", (event) => clicked(name, event));
        }
        place.dataset.drawn = spec.mark;
      } catch (fault) {
        if (canvas.isConnected) throw fault; // else the page has moved on
      }
      again = drawing.get(name);
    }
    drawing.delete(name);
    root.dataset.drawing = drawing.size;
  }

  /** On a narrow page letters and margins are smaller. */
  function fitted(layout, place) {
    const wide = window.vendettaPaper.matches ? PAPER : place.clientWidth || 800;
    if (wide >= 560) return { ...layout, width: wide };
    const margin = { ...layout.margin };
    return { ...layout, width: wide, margin, font: { ...layout.font, size: 11 } };
  }

  function clicked(name, event) {
    const point = event.points[0];
    const trace = wanted.get(name).data[point.curveNumber ?? 0];
    let key;
    if (trace.type === "sankey") {
      const part = point.source !== undefined && point.target !== undefined ? trace.link : trace.node;
      key = part.customdata[point.index ?? point.pointNumber];
    } else key = (trace.customdata || [])[point.pointNumber];
    if (key !== undefined && key !== null) press("point", `${name} ${key}`);
  }

  /** Say something to Python in the way of a button: it waits its turn, and the page shows that it is busy. */
  function press(what, value) {
    const button = document.createElement("button");
    button.type = "button";
    button.hidden = true;
    button.dataset.do = what;
    if (value !== undefined) button.dataset.value = JSON.stringify(value);
    root.append(button);
    button.click();
    button.remove();
  }

  // Taking a figure along -----------------------------------------------------------------------------------

  async function exported(button) {
    const [name, format] = button.dataset.figureExport.split(":");
    if (!wanted.has(name)) return;
    const spec = inTheme(wanted.get(name));
    const lib = await plotly.come;
    const title = { text: plain(button.dataset.title), x: 0.02, xanchor: "left", y: 0.98, yanchor: "top", font: { size: 17 } };
    const lines = wrapped(button.dataset.words || "", 120);
    const margin = { ...spec.layout.margin, t: spec.layout.margin.t + 50 + 18 * lines.length };
    const words = {
      text: lines.map(plain).join("<br>"), xref: "paper", yref: "paper", x: 0, xanchor: "left", y: 1, yanchor: "bottom",
      yshift: spec.layout.margin.t - 4, showarrow: false, align: "left", font: { size: 13 },
    };
    const look = {
      ...spec.layout, title, margin, width: 1000, height: spec.layout.height + 80, autosize: false,
      annotations: [...(spec.layout.annotations || []), words],
    };
    const address = await lib.toImage({ data: spec.data, layout: look }, { format, width: 1000, height: look.height, scale: 2 });
    const link = document.createElement("a");
    link.download = `${button.dataset.file}.${format}`;
    link.href = address;
    link.click();
  }

  function wrapped(text, width) {
    const lines = [""];
    for (const word of text.split(" ")) {
      if ((lines.at(-1) + " " + word).length > width) lines.push(word);
      else lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
    }
    return lines;
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-figure-export]");
    if (button) exported(button);
    const copy = event.target.closest("[data-copy]");
    if (!copy || !navigator.clipboard) return;
    const site = document.body.dataset.voila === "site"; // scripts/site.py
    const address = site ? `../dashboards/${copy.dataset.copy.replace(".ipynb", ".html")}` : copy.dataset.copy;
    navigator.clipboard.writeText(new URL(address, location.href).href);
  });

  // What Python says -----------------------------------------------------------------------------------------

  async function receive(message, buffers) {
    if (message.type === "plotly") {
      if (plotly.here) return;
      plotly.here = true;
      return void plotly.arrived(started(await unpacked(buffers[0])));
    }
    if (message.type === "bytes") {
      const link = document.createElement("a");
      link.download = message.name;
      link.href = URL.createObjectURL(new Blob([buffers[0]], { type: message.mime }));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      return;
    }
    if (message.type !== "draw") return;
    for (const [name, spec] of Object.entries(message.figures || {})) wanted.set(name, spec);
    for (const name of wanted.keys())
      if (message.frame !== undefined || name in (message.figures || {})) draw(name);
    if (message.address !== undefined && inVoila()) {
      try {
        history.replaceState(history.state, "", message.address || location.pathname);
      } catch {
        // too many in a short time: the next one says it all
      }
    }
  }

  const inOtherColours = () => [...wanted.keys()].forEach(draw);
  document.addEventListener("vendetta-dressed", inOtherColours);
  const widths = new WeakMap();
  const resized = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const before = widths.get(target);
      widths.set(target, target.clientWidth);
      if (before && before !== target.clientWidth) draw(target.dataset.figure);
    }
  });
  model.on("msg:custom", receive);
  return () => {
    resized.disconnect();
    document.removeEventListener("vendetta-dressed", inOtherColours);
    model.off("msg:custom", receive);
    end();
  };
}

export default { render: withFigures };
