/**
 * Whether the address in a text is named like a picture: its path or a part of its query ends like such a file's name.
 * The address may lack its scheme.
 */
export const isPictureAddress = (text: string): boolean => {
  const [address = ''] = text.trim().split('#', 1);
  const [path = '', ...query] = address.split(/[?&]/);
  if (!path.includes('/') && query.length === 0) return false;
  return [path, ...query].some((part) => part.split(/[;=]/).some((name) => PICTURE.test(unescaped(name))));
};

const PICTURE = /\.(png|jpe?g|gif|svg|webp|avif|bmp)\/*$/i;

/** Decodes what can be: a bare `%` is no escape. */
const unescaped = (text: string): string =>
  text.replaceAll(/%[\da-f]{2}/gi, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)));
