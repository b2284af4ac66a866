/** Whether the path of the address in a text ends as that of a picture does; the address may lack its scheme. */
export const isPictureAddress = (text: string): boolean => {
  const [path = ''] = text.trim().split(/[?#]/, 1);
  return path.includes('/') && /\.(png|jpe?g|gif|svg|webp)$/i.test(path);
};
