// Small things that several parts need.

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const goTo = (element, block = "start") =>
  element.scrollIntoView({ block, behavior: calm() ? "instant" : "smooth" });

/** The elements of a piece of HTML that the server sent. */
export const parsed = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
};

/** Says something to those who do not see the page. */
export const say = (text) => {
  document.getElementById("spoken").textContent = text;
};

/** Asks for a part of a page; whoever is no longer known is led to the sign-in page. */
export const ask = async (path) => {
  const answer = await fetch(path, { headers: { "HX-Request": "true", "HX-Current-URL": location.href } });
  if (answer.status === 401) location.assign(answer.headers.get("HX-Redirect"));
  return answer;
};

export const lost = (is) => {
  for (const sign of document.querySelectorAll("[data-lost]")) sign.hidden = !is;
};
