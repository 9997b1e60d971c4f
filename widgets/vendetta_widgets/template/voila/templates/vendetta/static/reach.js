// Whether the server is there and has a kernel for this page. The page asks when it has come, and again where its
// connection breaks (surface.js): then it is part of every page's script, too.
window.vendettaReach = async function (baseUrl, kernelId, token = "") {
  let cookies = "";
  try {
    cookies = document.cookie;
  } catch {
    // a frame without rights of its own
  }
  const proof = cookies.match(/(?:^|; )_xsrf=([^;]*)/); // a hub wants it; else there is none
  const headers = { ...(proof && { "X-XSRFToken": proof[1] }), ...(token && { Authorization: `token ${token}` }) };
  try {
    const signal = AbortSignal.timeout(5000);
    return (await fetch(`${baseUrl}api/kernels/${kernelId}`, { headers, signal, cache: "no-store" })).status;
  } catch {
    return 0; // nobody answers
  }
};
