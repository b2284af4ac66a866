/** Whether an address is the API's, by the same letters by which it is routed. */
export const isUnder = (path: string, address: string): boolean => address === path || address.startsWith(`${path}/`);
