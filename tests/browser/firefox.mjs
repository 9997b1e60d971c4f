// Open pages of the kit in Firefox and press something on each:  node firefox.mjs PUPPETEER FIREFOX '[["page", "button"], ...]' ADDRESS
// Prints one JSON object: for each page the words before and after the press, and what the page complained of.
const [puppeteerPath, executablePath, pages, address] = process.argv.slice(2);
const { default: puppeteer } = await import(puppeteerPath);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const visible = selector => [...document.querySelectorAll(selector)].find(e => e.checkVisibility());
const found = {};
for (const [name, selector] of JSON.parse(pages)) {
  console.error(name);
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", error => faults.push(`page error: ${error.message}`));
  page.on("console", line => line.type() === "error" && faults.push(`console: ${line.text()}`));
  page.on("request", request => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== new URL(address).origin) faults.push(`asks another host: ${url}`);
  });
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`${address}voila/render/${name}.ipynb`);
  await page.waitForFunction(`(${visible})(${JSON.stringify(selector)}) !== undefined`, { timeout: 180_000, polling: 100 });
  const before = await page.$eval(".vk-frame", e => e.innerText);
  await page.evaluate(selector => [...document.querySelectorAll(selector)].find(e => e.checkVisibility()).click(), selector);
  await page.waitForFunction(before => {
    const frame = document.querySelector(".vk-frame");
    return frame && (frame.innerText !== before || document.querySelector("dialog[open]"));
  }, { timeout: 180_000, polling: 100 }, before);
  const after = await page.$eval("body", e => e.innerText);
  const bars = await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarColor);
  found[name] = { before, after, bars, faults };
  await page.goto("about:blank"); // a page that is left ends its kernel
  await page.close();
}
await browser.close();
console.log(JSON.stringify(found));
