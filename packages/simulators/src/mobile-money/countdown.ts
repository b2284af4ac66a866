/** Counts down the remaining time in the browser, and reloads the page at the end. */
export const COUNTDOWN = `
const left = document.getElementById('left');
const end = performance.now() + Number(left.dataset.milliseconds);
const two = (number) => String(number).padStart(2, '0');
const words = (seconds) => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) return hours + ' h ' + two(minutes) + ' min';
  return minutes > 0 ? minutes + ' min ' + two(rest) + ' s' : rest + ' s';
};
setInterval(() => {
  const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
  left.textContent = words(seconds);
  if (seconds === 0) location.replace(location.pathname.split('/').slice(0, 3).join('/'));
}, 1000);
`;
