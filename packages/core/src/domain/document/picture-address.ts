/**
 * Whether a text contains the address of a picture, that is, whether its path or a part of its query ends in a
 * picture's file extension. The address may lack a scheme.
 */
export const isPictureAddress = (text: string): boolean => {
  const address = text.trim().replace(/#.*/s, '');
  return /[/?&]/.test(address) && address.split(/[?&;=]/).some((name) => PICTURE.test(decodeEscapes(name)));
};

const PICTURE = /\.(png|jpe?g|gif|svg|webp|avif|bmp)\/*$/i;

/** Decodes valid escapes only: a bare `%` is left as it is. */
const decodeEscapes = (text: string): string =>
  text.replaceAll(/%[\da-f]{2}/gi, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)));
