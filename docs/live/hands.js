/* What a reader's hands do: examples that are dragged, flipped, added and removed by mouse, finger and
 * keys; a view that moves to another; questions that are answered by a press; a picture as a file.
 */
(() => {
  "use strict";
  const { draw, made, filled } = window.perceptron;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const place = (p) => `(${p.join(", ")})`.replace(/-/g, "−");

  const mixed = (a, b, s) => {
    const view = {};
    for (const name in b) view[name] = (a[name] ?? b[name]) * (1 - s) + b[name] * s;
    return view;
  };
  const eased = (s) => (s < 0.5 ? 4 * s ** 3 : 1 - (2 - 2 * s) ** 3 / 2);

  /** Return `to(goal, ms)`, which moves a view there; it jumps where motion is not wanted. */
  const moving = (now, seen) => {
    let from = now, goal = now, begun = 0, ms = 1, running = 0;
    const step = (time) => {
      const s = Math.max(0, Math.min(1, (time - begun) / ms));
      now = mixed(from, goal, eased(s));
      running = s < 1 ? requestAnimationFrame(step) : 0;
      seen(now);
    };
    return (next, took = 0) => {
      cancelAnimationFrame(running);
      goal = { ...goal, ...next };
      if (!took || calm.matches) { now = goal; return seen(now); }
      [from, begun, ms] = [now, performance.now(), took];
      running = requestAnimationFrame(step);
    };
  };

  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  /** Put the examples of a set on an <svg> as things to drag, move by keys, flip and remove.
   *
   * at(p, y) gives the pixels of an example, unit(x, y, label) the place of pixels; limit: the least
   * and greatest place; before() is told before a gesture changes the set, change(said) after it, chose(hand) when an example
   * gets the focus, or none has it any more.
   */
  const handles = (svg, set, { at, unit, limit, words, before, change, chose, radius = 8 }) => {
    const layer = made("g", { class: "handles" });
    svg.append(layer);
    let all = [], chosen = 0, picked = false, label = 1;
    const named = (n) => filled(words.example, { n, y: set.ys[n] > 0 ? words.o : words.x, x: place(set.points[n]) });
    const name = (n) => all[n].setAttribute("aria-label", `${named(n)}. ${words.keys}`);
    const show = (n) => {
      const rings = '<circle r="22" class="hit"/><circle r="15" class="focus"/>';
      all[n].innerHTML = rings + draw.mark([0, 0], set.ys[n], radius);
      name(n);
    };
    const put = () => all.length === set.points.length ? all.forEach((handle, n) => {
      handle.setAttribute("transform", `translate(${at(set.points[n], set.ys[n]).map(draw.px).join(" ")})`);
    }) : reset();
    const taken = (a, b) => set.points.some(([c, d]) => c === a && d === b);
    const free = (a, b) => !taken(a, b) && (set.x0 || a || b); // where x_0 = 0, x = 0 is on every line
    const inside = (p) => p.map((v, i) => Math.max(limit[2 * i], Math.min(limit[2 * i + 1], Math.round(v))));
    const move = (n, p, first) => {
      const [a, b] = inside(p);
      if (!free(a, b)) return; // also where it stays
      if (first) before();
      set.points[n] = [a, b];
      name(n);
      change(named(n));
    };
    const flip = (n) => {
      before();
      label = set.ys[n] = -set.ys[n];
      show(n);
      change(named(n));
    };
    const add = (p) => {
      const [a, b] = inside(p);
      if (!free(a, b) || set.points.length >= 40) return;
      before();
      set.points.push([a, b]);
      set.ys.push(label);
      reset(set.points.length - 1);
      change(named(chosen));
    };
    const remove = (n = chosen) => {
      if (set.points.length < 2 || !picked) return;
      before();
      for (const list of [set.points, set.ys]) list.splice(n, 1);
      reset(Math.max(0, n - 1));
      change(filled(words.removed, { n }));
    };
    /** Add an example beside the one chosen, at a free place near it. */
    const addBeside = () => {
      const [x, y] = set.points[chosen];
      for (let k = 1, p; k < 400; k += 1) { // outwards, as the seeds of a sunflower
        p = inside([x + Math.sqrt(k) * Math.cos(k), y + Math.sqrt(k) * Math.sin(k)]);
        if (free(p[0], p[1])) return add(p);
      }
    };
    const nearest = (x, y) => {
      const far = set.points.map((p, n) => { const [a, b] = at(p, set.ys[n]); return Math.hypot(a - x, b - y); });
      return far.indexOf(Math.min(...far));
    };
    /** Return the place of an event in the picture. */
    const pixels = (event) => {
      const box = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal;
      return [((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height];
    };
    let grip = null; // of the example that is held: the chosen one
    const drop = (event) => {
      if (grip && !grip.far && event.type === "pointerup") flip(chosen);
      grip = null;
      all[chosen].classList.remove("held");
    };
    const listeners = {
      pointerdown: (event) => {
        if (event.button || grip) return;
        const p = pixels(event), n = nearest(...p), q = at(set.points[n], set.ys[n]);
        event.preventDefault(); // the browser would give the focus to the one on top
        all[n].focus({ preventScroll: true }); // so that it is not drawn anew while it is held
        layer.setPointerCapture(event.pointerId);
        chosen = n;
        grip = { p, by: [q[0] - p[0], q[1] - p[1]], far: false, moved: false };
        all[n].classList.add("held");
      },
      pointermove: (event) => {
        if (!grip) return;
        const [x, y] = pixels(event), was = set.points[chosen];
        grip.far = grip.far || Math.hypot(x - grip.p[0], y - grip.p[1]) > 4;
        if (!grip.far) return;
        move(chosen, unit(x + grip.by[0], y + grip.by[1], set.ys[chosen]), !grip.moved);
        grip.moved = grip.moved || was !== set.points[chosen];
      },
      pointerup: drop,
      pointercancel: drop,
      touchstart: (event) => event.preventDefault(), // a finger on an example scrolls no page
      focusin: (event) => { chosen = all.indexOf(event.target); picked = true; chose(hand); },
      keydown: (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const by = KEYS[event.key], [x, y] = set.points[chosen];
        if (by) move(chosen, [x + by[0], y + by[1]], true);
        else if (event.key === "Enter" || event.key === " ") flip(chosen);
        else if (event.key === "Delete" || event.key === "Backspace") remove();
        else return;
        event.preventDefault();
      },
    };
    for (const [name, listener] of Object.entries(listeners)) layer.addEventListener(name, listener);
    const reset = (n = -1) => {
      all = set.points.map((_, i) => made("g", { class: "handle", tabindex: 0, role: "button", "data-example": i }));
      layer.replaceChildren(...all);
      all.forEach((_, i) => show(i));
      put();
      const was_picked = picked;
      chosen = Math.max(n, 0);
      picked = n >= 0;
      if (picked || was_picked) chose(hand);
      if (picked) all[n].focus({ preventScroll: true });
    };
    svg.addEventListener("click", (event) => {
      if (!event.target.closest(".handles") && layer.getClientRects().length) add(unit(...pixels(event), 1));
    });
    const hand = { layer, put, reset, addBeside, remove, get chosen() { return chosen; }, get picked() { return picked; } };
    reset();
    return hand;
  };

  /** Turn the list of a question into buttons; the answer opens when one is pressed, and `answered` is
   * told. Nothing is counted or kept.
   */
  const predict = (box, words, answered) => {
    const list = box.querySelector("ul, ol"), answer = box.querySelector("details");
    if (!list || !answer) return;
    const verdict = made("span", { class: "verdict", role: "status" });
    const buttons = [...list.children].map((item, i) => {
      const tex = item.querySelector("annotation"); // the name of a choice that is a formula
      const onclick = () => {
        buttons.forEach((each, k) => {
          each.setAttribute("aria-pressed", String(k === i));
          each.classList.toggle("right", k === +box.dataset.right);
        });
        verdict.textContent = i === +box.dataset.right ? words.right : words.wrong;
        answer.open = true;
        answered();
      };
      const number = list.matches("ol") && made("span", { class: "number" }, `${i + 1}. `); // answers name it
      return made("button", { type: "button", onclick }, number, ...item.childNodes,
        tex && made("span", { class: "unseen" }, tex.textContent));
    });
    list.replaceWith(made("div", { class: "choices" }, ...buttons), verdict);
  };

  const LOOKS = ["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "opacity", "font"];

  /** Save an <svg> as a file that looks the same by itself. */
  const save = (svg, name) => {
    const copy = svg.cloneNode(true), from = svg.querySelectorAll("*"), background = made("style");
    copy.querySelectorAll("*").forEach((element, i) => {
      const look = getComputedStyle(from[i]);
      element.setAttribute("style", LOOKS.map((key) => `${key}:${look.getPropertyValue(key)}`).join(";"));
      element.removeAttribute("class");
    });
    background.textContent = `svg{background:${getComputedStyle(svg.parentNode).backgroundColor}}`;
    copy.prepend(background);
    const text = new XMLSerializer().serializeToString(copy);
    const href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const link = made("a", { download: `${name}.svg`, href });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  Object.assign(window.perceptron, { hands: { calm, place, moving, handles, predict, save } });
})();
