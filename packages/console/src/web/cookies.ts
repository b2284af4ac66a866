import type { Context } from 'koa';

/**
 * Cookies that scripts cannot read. Other sites cannot cause a browser to send them. The exception is a `lax` cookie,
 * which is sent when another site links to a page here. Over https, other hosts cannot set our cookies.
 */
export interface Cookies {
  readonly get: (ctx: Context, name: string) => string | undefined;
  readonly set: (
    ctx: Context,
    name: string,
    value: string,
    how?: { readonly lax?: true; readonly seconds?: number },
  ) => void;
  readonly remove: (ctx: Context, name: string) => void;
}

export const cookies = (isSecure: boolean): Cookies => {
  const named = (name: string): string => `${isSecure ? '__Host-' : ''}console-${name}`;
  const set: Cookies['set'] = (ctx, name, value, { lax, seconds } = {}) =>
    ctx.append('set-cookie', [
      [
        `${named(name)}=${encodeURIComponent(value)}`,
        'Path=/',
        'HttpOnly',
        `SameSite=${lax ? 'Lax' : 'Strict'}`,
        ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
        ...(isSecure ? ['Secure'] : []),
      ].join('; '),
    ]);
  return {
    get: (ctx, name) => {
      const value = ctx.cookies.get(named(name));
      return value === undefined ? undefined : decoded(value);
    },
    set,
    remove: (ctx, name) => set(ctx, name, '', { seconds: 0 }),
  };
};

const decoded = (value: string): string | undefined => {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
};
