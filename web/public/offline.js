// The address is still that of the page that was asked for: loading again asks for it again.
const PAUSE_MS = 4000;

async function look() {
  try {
    if ((await fetch(location.href, { cache: 'no-store' })).ok) location.reload();
  } catch {
    return;
  }
}

document.getElementById('again').addEventListener('click', () => location.reload());
window.addEventListener('online', () => location.reload());
setInterval(() => void look(), PAUSE_MS);
