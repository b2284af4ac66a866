/**
 * Whether a text is the address of a picture. The path or a part of the query must end in a picture's file extension.
 * The address may lack a scheme.
 */
export const isPictureAddress = (text: string): boolean => {
  const address = text.trim().replace(/#.*/s, '');
  return /[/?&]/.test(address) && address.split(/[?&;=]/).some((name) => PICTURE.test(decodeEscapes(name)));
};

const PICTURE = /\.(png|jpe?g|gif|svg|webp|avif|bmp)\/*$/i;

/** Decodes percent escapes. A `%` without two hexadecimal digits stays unchanged. */
const decodeEscapes = (text: string): string =>
  text.replaceAll(/%[\da-f]{2}/gi, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)));
