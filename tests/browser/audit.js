// What is wrong with how the page lies on the screen now: a list of sentences, empty if nothing is.
// Text is whole, in sight and uncovered; so are tiles and whatever is touched, which is large enough as well.
({ touch, popups }) => {
  const faults = [];
  const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const SLACK = 1.5;

  const nameOf = (one) => {
    const at = [...one.attributes].find(({ name }) => name.startsWith('data-'));
    const text = one.textContent.trim().slice(0, 24);
    return `<${one.localName} ${at ? `${at.name}=${at.value}` : `.${one.className.baseVal ?? one.className}`}> "${text}"`;
  };
  const isShown = (one) =>
    !one.closest('[inert], .hidden-text') && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const outside = (box, of) =>
    Math.max(of.left - box.left, of.top - box.top, box.right - of.right, box.bottom - of.bottom);
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isBox = (box) => box.right - box.left > SLACK && box.bottom - box.top > SLACK;
  const isPinned = (tile) => [tile, tile.parentElement].some((at) => getComputedStyle(at).position === 'absolute');
  const isPopup = (one) => one.closest(popups) !== null;

  /** The part of a box that is in sight, or null: what lies in a list that scrolls may be out of it. */
  function inSight(one, box, what) {
    let part = box;
    let scrolls = false;
    for (let at = one; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      // Text may be cut by what it stands in; a tile or a button by what is around it alone.
      if ((at !== one || what.startsWith('text')) && style.overflow !== 'visible') {
        const frame = at.getBoundingClientRect();
        const inner = { left: frame.left, top: frame.top, right: frame.right, bottom: frame.bottom };
        if (/auto|scroll/.test(style.overflow)) scrolls = true;
        else if (!scrolls && outside(part, inner) > SLACK && style.textOverflow !== 'ellipsis') {
          faults.push(`${what} is cut by ${nameOf(at)}`);
          return null;
        }
        part = meet(part, inner);
        if (!isBox(part)) return null;
      }
      if (style.position === 'fixed') break;
    }
    if (!scrolls && outside(part, seen) > SLACK) {
      faults.push(`${what} is outside the screen by ${Math.round(outside(part, seen))} px`);
      return null;
    }
    part = meet(part, seen);
    return isBox(part) ? part : null;
  }

  /** What covers a box in its middle or near a corner, if it is not of the same thing. */
  function coverOf(one, box) {
    for (const [x, y] of [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]]) {
      const cover = coverAt(one, box.left + x * (box.right - box.left), box.top + y * (box.bottom - box.top));
      if (cover !== null) return cover;
    }
    return null;
  }

  function coverAt(one, x, y) {
    for (const top of document.elementsFromPoint(x, y)) {
      if (top === one || one.contains(top) || top.contains(one)) return null;
      const tile = top.closest('svg[data-tile]');
      if (tile !== null && isPinned(tile)) continue;
      const style = getComputedStyle(top);
      const clear = style.backgroundImage === 'none' && /^rgba\(.*, 0\)$|transparent/.test(style.backgroundColor);
      if (!clear || top.closest('svg') !== null) return top;
    }
    return null;
  }

  const boxes = [];
  function look(one, box, kind) {
    const what = `${kind} ${nameOf(one)}`;
    const part = inSight(one, box, what);
    if (part === null) return;
    const cover = coverOf(one, part);
    if (cover !== null && !isPopup(cover)) faults.push(`${what} is covered by ${nameOf(cover)}`);
    boxes.push({ one, part, kind, what });
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest('svg, option, script, style') || !isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      // The box of a line is higher than its letters.
      const lead = (bottom - top) * 0.15;
      if (right - left > SLACK) look(parent, { left, right, top: top + lead, bottom: bottom - lead }, 'text');
    }
  }
  for (const tile of document.querySelectorAll('svg[data-tile]')) {
    if (isShown(tile) && !tile.closest('[data-fan]')) look(tile, tile.getBoundingClientRect(), 'tile');
  }
  const touched = new Set(
    [...document.querySelectorAll('button, a[href], input, select, textarea, summary')].map((one) => one.closest('label') ?? one),
  );
  for (const one of touched) {
    if (!isShown(one)) continue;
    const box = one.getBoundingClientRect();
    look(one, box, 'control');
    const small = Math.min(box.width, box.height);
    if (small < touch - 0.5) faults.push(`control ${nameOf(one)} is ${Math.round(box.width)}×${Math.round(box.height)} px`);
  }

  boxes.forEach(({ one, part, kind, what }, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (other.kind !== kind || other.one === one || one.contains(other.one) || other.one.contains(one)) continue;
      if (!isBox(meet(part, other.part)) || isPopup(one) !== isPopup(other.one)) continue;
      // The tile added to a kong lies on it, and the wild tile on what it stands for.
      if (kind === 'tile' && (isPinned(one) || isPinned(other.one))) continue;
      faults.push(`${what} lies on ${other.what}`);
    }
  });
  for (const one of document.querySelectorAll('body *')) {
    // Up and down is enough to scroll.
    const { overflowX } = getComputedStyle(one);
    if (/auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth + SLACK && isShown(one)) {
      faults.push(`${nameOf(one)} scrolls sideways by ${one.scrollWidth - one.clientWidth} px`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the screen');
  return [...new Set(faults)];
}
