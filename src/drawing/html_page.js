"use strict";
const element = id => document.getElementById(id);

// Writes only what has changed: a large page stays fast, and a screen reader reads only news.
function setText(target, text) {
  if (target.textContent !== String(text)) target.textContent = text;
}

// The timer of the button "play": calls `next` again and again, with `delay()` milliseconds between, until it returns true.
let timer;

function pause() {
  clearTimeout(timer);
  timer = undefined;
  setText(element("play"), "Play");
}

function playOn(next, delay) {
  setText(element("play"), "Pause");
  const tick = () => {
    if (next()) pause();
    else timer = setTimeout(tick, delay());
  };
  timer = setTimeout(tick, delay());
}

function togglePlay(start) {
  if (timer === undefined) start();
  else pause();
}
