/// Scripts by which tests examine a page in a browser.
public enum PageProbe {
  /// `all` elements, the `box` of one, and points of paths in pixels: its `ends`, the start of each piece (`starts`), and the point
  /// at a share of its length (`onPage`).
  public static let functions = """
    const all = selector => [...page.querySelectorAll(selector)];
    const box = selector => { const {left, top, width, height} = page.querySelector(selector).getBoundingClientRect();
      return {left, top, width, height}; };
    const pixel = (path, x, y) => { const at = new view.DOMPoint(x, y).matrixTransform(path.getScreenCTM()); return [at.x, at.y]; };
    const onPage = (path, share) => { const at = path.getPointAtLength(share * path.getTotalLength()); return pixel(path, at.x, at.y); };
    const ends = selector => { const path = page.querySelector(selector); return [onPage(path, 0), onPage(path, 1)]; };
    const starts = selector => all(selector).filter(path => !path.closest(".swatch")).flatMap(path =>
      [...path.getAttribute("d").matchAll(/M(-?\\d+) (-?\\d+)/g)].map(match => pixel(path, +match[1], +match[2])));

    """

  /// Texts that extend beyond the page or their card, or overlap; the files that the page loaded; its width.
  public static let faults = """
    const faults = [], show = text => text.textContent.trim().slice(0, 30);
    for (const svg of all("svg")) {
      const texts = [...svg.querySelectorAll("text")].filter(text => text.closest("svg.values, svg.times, svg.over") === svg);
      const boxes = texts.map(text => text.getBoundingClientRect());
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
        if (a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom)
          faults.push(`${show(texts[i])} lies on ${show(texts[i + 1 + j])}`); }));
    }
    for (const text of all("text, h1, h2, h3, p, small, b, li, summary")) {
      const a = text.getBoundingClientRect(), card = (text.closest("figure, .strips, .cards li") || page.body).getBoundingClientRect();
      if (a.left < card.left - 0.5 || a.right > card.right + 0.5) faults.push(`${show(text)} leaves its card`);
    }
    return {width: page.documentElement.clientWidth, wide: page.documentElement.scrollWidth, faults,
      loaded: view.performance.getEntriesByType("resource").length};
    """
}
