// Exercises: the reader plays the moves of a solution; wrong moves are refuted.

// How long a move is shown before the reply to it, in milliseconds.
const REPLY_DELAY = 600;

// The exercise that is asked, or null.
let asked = null;
let replyTimer;

/**
 * Asks an exercise.
 * @param {object} item its data
 * @param {object} settings `intro`: what is said first; `line`: the moves (text, position) that can be played through at the end, if
 *   they are not the solution; `onEnd(isSolved, helped)`: called at the end
 */
function ask(item, settings) {
  clearTimeout(replyTimer);
  asked = {item, settings, turn: 0, position: item.position, base: item.position, plies: [], picked: [], hints: 0, helped: false,
    phase: "asking", place: null, choice: []};
  isFlipped = item.solver === 1;
  element("exercise").hidden = false;
  element("ask-text").value = "";
  sayAsked(settings.intro);
}

/** Asks no more. */
function leaveExercise() {
  clearTimeout(replyTimer);
  asked = null;
  element("exercise").hidden = true;
  element("cells").hidden = true;
}

const turnMoves = () => asked.item.turns[asked.turn].moves;
const pathOf = ([, changes]) => [...changes.split("/")[0].matchAll(/(\d+)\D/g)].map(([, cell]) => Number(cell));

/** The position after a move. `side`: 0 if the solver is to move then, 1 for the opponent. */
function after(position, ply, side) {
  const [, changes, more] = ply;
  if (typeof more === "object") return more;
  const pieces = [...position.pieces];
  for (const [, cell, letter] of changes.matchAll(/(\d+)(\D)/g)) pieces[cell] = letter;
  return {frame: position.frame, pieces: pieces.join(""), last: pathOf(ply), state: more ?? asked.item.states[side]};
}

function sayAsked(text) {
  setText(element("ask-say"), text);
  showAsked();
}

function showAsked() {
  const {phase, picked, choice, plies, place} = asked;
  const focused = document.activeElement;
  const isOpen = phase === "asking" || phase === "wrong";
  const position = place === null ? asked.position : plies[place].position;
  const solution = phase === "asking" && asked.hints > 0 ? pathOf(turnMoves()[asked.item.turns[asked.turn].solution][0]) : [];
  showBoard(position, "", [...picked, ...asked.hints === 1 ? solution.slice(0, 1) : solution]);
  const paths = phase === "asking" ? turnMoves().map(([ply]) => pathOf(ply)) : [];
  const next = picked.length === 0 ? [] : paths.filter(path => continues(path, picked)).flatMap(path => path.slice(picked.length));
  showCells(position, picked, paths.map(path => path[0]), next);
  element("ask-flip").setAttribute("aria-pressed", isFlipped);
  element("ask-typed").hidden = !isOpen;
  element("ask-again").hidden = phase !== "wrong";
  element("ask-hint").hidden = phase === "wrong";
  for (const id of ["ask-hint", "ask-show"]) element(id).setAttribute("aria-disabled", !isOpen);
  // Moves that no cells point out are chosen from a list.
  const listed = isOpen && paths.some(path => path.length === 0) ? [...paths.keys()] : choice;
  fillList("ask-choice", listed.map(index => [turnMoves()[index][0][0], false, () => attempt(index)]));
  const steps = isOpen || phase === "replying" ? [] : plies.map(({text}, index) => [text, index === place, () => showPly(index)]);
  fillList("ask-line", steps);
  // The focus does not stay on what is hidden.
  const wasHere = element("exercise").contains(focused) || !focused.isConnected;
  if (wasHere && focused.offsetParent === null) element(phase === "wrong" ? "ask-again" : isOpen ? "ask-hint" : "ask-next").focus();
}

// A list of buttons: text, whether it is the current one, action.
function fillList(id, buttons) {
  const list = element(id);
  list.hidden = buttons.length === 0;
  const key = JSON.stringify(buttons.map(([text]) => text));
  if (written[id] !== key) {
    written[id] = key;
    list.replaceChildren(...buttons.map(([text]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      return button;
    }));
  }
  [...list.children].forEach((button, index) => {
    button.onclick = buttons[index][2];
    if (id === "ask-line") button.setAttribute("aria-current", buttons[index][1]);
  });
}

function showPly(index) {
  asked.place = index;
  showAsked();
}

/** Whether the cells come in this order in the path, and the path begins with the first. */
function continues(path, cells) {
  let from = 0;
  return cells.every((cell, index) => {
    const place = path.indexOf(cell, from);
    from = place + 1;
    return index === 0 ? place === 0 : place > 0;
  });
}

// A cell is picked: it begins, continues or makes a move.
function pickCell(cell, isDrag = false) {
  if (!asked || asked.phase === "replying") return;
  if (asked.phase === "wrong") return tryAgain();
  if (asked.phase !== "asking") return;
  const paths = turnMoves().map(([ply]) => pathOf(ply));
  const matching = cells => [...paths.keys()].filter(index => continues(paths[index], cells));
  const cells = asked.picked.includes(cell) && asked.picked.length === 1 ? [] : [...asked.picked, cell];
  asked.choice = [];
  const begins = matching([cell]);
  const made = matching(cells).filter(index => paths[index].at(-1) === cell && (cells.length > 1 || paths[index].length === 1));
  if (!isDrag && made.length === 1) return attempt(made[0]);
  if (!isDrag && made.length > 1) {
    asked.choice = made;
    sayAsked("Which move?");
    return element("ask-choice").firstElementChild?.focus();
  }
  if (isDrag || matching(cells).length === 0) asked.picked = begins.length > 0 ? [cell] : [];
  else asked.picked = cells;
  showAsked();
}

const canPick = cell => asked?.phase === "asking" && turnMoves().some(([ply]) => pathOf(ply)[0] === cell);

// A move that is typed: as it is written, or by its cells.
function attemptTyped(text) {
  const plain = it => it.replace(/^[0oO](-?[0oO]){1,2}/, castling => castling.toUpperCase().replace(/0/g, "O")).replace(/[-–x×:+#!?=.\s]/g, "");
  const moves = (tryAgain(), turnMoves());
  const {cells} = data.frames[asked.position.frame];
  const promotion = it => /=?([QRBN])[+#]?$/.exec(it)?.[1] ?? "";
  const names = ([ply]) => {
    const path = pathOf(ply).map(cell => cells[cell]);
    const ends = path[0] + path.at(-1);
    return path.length > 0 ? [ply[0], path.join(""), ends, ends + promotion(ply[0])] : [ply[0]];
  };
  const typed = plain(text);
  const find = same => typed ? [...moves.keys()].filter(index => names(moves[index]).some(name => same(plain(name), typed))) : [];
  let found = find((one, two) => one === two);
  if (found.length === 0) found = find((one, two) => one.toLowerCase() === two.toLowerCase());
  if (found.length === 1) return attempt(found[0]);
  asked.choice = found;
  if (found.length > 1) return sayAsked("Which move?");
  sayAsked(`“${text}” is no legal move here. Moves are written like ${moves[0][0][0]}.`);
}

function attempt(index) {
  const {item} = asked;
  const turn = item.turns[asked.turn];
  const [ply, reply] = turn.moves[index];
  const isSolution = index === turn.solution;
  const isRight = isSolution || (turn.accepted ?? []).includes(index);
  Object.assign(asked, {picked: [], choice: [], hints: 0, phase: "replying", position: after(asked.position, ply, 1)});
  element("ask-text").value = "";
  if (isRight) asked.plies.push({text: ply[0], position: asked.position});
  if (isRight && !(isSolution && reply)) {
    const other = item.wins === undefined ? `${ply[0]} is good, too. The best move is ${turn.moves[turn.solution][0][0]}.` : `${ply[0]} wins, too.`;
    return end(true, isSolution ? `${ply[0]} is right. Solved.` : `${other} Solved.`);
  }
  if (!isRight) asked.helped = true;
  const [verdict, said] = isRight ? ["is right", `${reply[0]} is the reply. Your move.`]
    : ["is wrong", reply ? `the reply is ${reply[0]}. Try again.` : `${asked.position.state}. Try again.`];
  sayAsked(`${ply[0]} ${verdict}.`);
  later(() => {
    if (reply) asked.position = after(asked.position, reply, 0);
    asked.phase = isRight ? "asking" : "wrong";
    if (isRight) {
      asked.plies.push({text: reply[0], position: asked.position});
      asked.base = asked.position;
      asked.turn += 1;
    }
    sayAsked(`${ply[0]} ${verdict}${isRight ? "." : ":"} ${said}`);
  });
}

function later(action) {
  if (calm.matches) action();
  else replyTimer = setTimeout(action, REPLY_DELAY);
}

function tryAgain() {
  if (asked.phase !== "wrong") return;
  Object.assign(asked, {phase: "asking", position: asked.base});
  sayAsked(asked.plies.length > 0 ? `After ${asked.plies.at(-1).text}: your move.` : asked.settings.intro);
}

function end(isSolved, text) {
  const {line, onEnd} = asked.settings;
  asked.phase = isSolved ? "solved" : "shown";
  if (line && asked.plies.length <= 1) {
    if (!isSolved || line[0]?.text === asked.plies[0]?.text) asked.plies = line;
  }
  onEnd(isSolved, asked.helped);
  sayAsked(text);
}

// The actions of the buttons and keys.
function hint() {
  if (asked.phase !== "asking") return;
  const {solution, moves} = asked.item.turns[asked.turn];
  const [ply] = moves[solution];
  const [first] = pathOf(ply);
  asked.helped = true;
  asked.picked = [];
  asked.hints = asked.hints === 0 && first !== undefined && pathOf(ply).length > 1 ? 1 : 2;
  const {frame, pieces} = asked.position;
  const piece = pieceName(pieces[first]);
  sayAsked(asked.hints === 1 ? `Hint: move the ${piece || "piece"} on ${data.frames[frame].cells[first]}.` : `Hint: the move is ${ply[0]}.`);
}

function showSolution() {
  if (asked.phase !== "asking" && asked.phase !== "wrong") return;
  tryAgain();
  asked.hints = 0;
  asked.picked = [];
  asked.choice = [];
  for (; asked.turn < asked.item.turns.length; asked.turn += 1) {
    const {moves, solution} = asked.item.turns[asked.turn];
    moves[solution].forEach((ply, side) => {
      if (!ply) return;
      asked.position = after(asked.position, ply, 1 - side);
      asked.plies.push({text: ply[0], position: asked.position});
    });
  }
  asked.turn -= 1;
  end(false, `The solution: ${asked.plies.map(({text}) => text).join(" ")}.`);
}

function flipAsked() {
  isFlipped = !isFlipped;
  showAsked();
}

/** Connects the board and the buttons. `previous` and `next` go to another exercise. */
function connectExercises(previous, next) {
  connectCells(pickCell, canPick);
  const enter = () => element("ask-text").value.trim() && attemptTyped(element("ask-text").value.trim());
  element("ask-play").addEventListener("click", enter);
  element("ask-text").addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    // The key does not press a button that gets the focus.
    event.preventDefault();
    enter();
  });
  const actions = {"ask-hint": hint, "ask-again": tryAgain, "ask-show": showSolution, "ask-flip": flipAsked, "ask-previous": previous, "ask-next": next};
  for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", action);
  const putDown = () => {
    if (asked.phase === "wrong") return tryAgain();
    Object.assign(asked, {picked: [], choice: []});
    showAsked();
  };
  const keys = {h: hint, s: showSolution, f: flipAsked, p: previous, n: next, escape: putDown};
  document.addEventListener("keydown", event => {
    const action = keys[event.key.toLowerCase()];
    const isText = event.target.closest("input, select") && event.key !== "Escape";
    if (!asked || !action || isText || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
}
