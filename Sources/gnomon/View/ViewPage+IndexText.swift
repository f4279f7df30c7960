// Written by scripts/embed-view from Page/index.html; a test holds them together.
extension ViewPage {
  static let indexText = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <title>gnomon view</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/view.css">
    <script type="module" src="/main.js"></script>
    </head>
    <body>
    <header>
      <h1>gnomon</h1>
      <ul id="chips" aria-live="polite"></ul>
    </header>
    <main>
      <section id="stage" aria-label="what the wearer sees">
        <canvas id="view"></canvas>
        <p id="toast" role="status" hidden></p>
        <div id="away" role="alert" hidden><b id="away-title"></b><span id="away-reason"></span></div>
      </section>
      <aside>
        <section id="map" aria-label="plan, north up">
          <canvas id="plan"></canvas>
          <div class="zoom"><button id="closer" title="closer (+)">+</button><button id="farther" title="farther (−)">−</button></div>
          <ul class="legend">
            <li class="fix">fixes</li><li class="before">before correction</li><li class="after">after</li>
          </ul>
        </section>
        <section id="advice" hidden><h2>To know better</h2><ul id="guidance"></ul></section>
        <section id="way" hidden><h2 id="way-title"></h2><p id="way-text"></p></section>
        <section id="detail" hidden><button id="detail-close" title="close">×</button><h2 id="detail-title"></h2><dl id="detail-list"></dl></section>
        <section id="controls">
          <button id="left10" title="turn the heading 10° counter-clockwise (Shift ←)">−10°</button>
          <button id="left1" title="1° counter-clockwise (←)">−1°</button>
          <button id="right1" title="1° clockwise (→)">+1°</button>
          <button id="right10" title="10° clockwise (Shift →)">+10°</button>
          <button id="release" title="give the heading back to what is measured (L)">Release</button>
          <button id="reset" title="begin a new scene (N)">Reset</button>
          <button id="record" title="record every input (R)"><i></i><span id="record-text">Record</span></button>
        </section>
        <p id="said" role="status"></p>
      </aside>
    </main>
    <footer id="time" hidden>
      <button id="play" title="play or pause (space)">Pause</button>
      <input id="bar" type="range" min="0" step="0.1" aria-label="time in the recording">
      <output id="clock"></output>
      <select id="speed" aria-label="speed"><option value="0.5">½ ×</option><option value="1">1 ×</option><option value="2">2 ×</option><option value="4">4 ×</option><option value="10">10 ×</option></select>
    </footer>
    </body>
    </html>

    """#
}
