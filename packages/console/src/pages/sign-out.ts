import type { Route } from '../web/route.ts';

/** Ends every session of the person, in all browsers. */
export const signOut: Route = {
  method: 'POST',
  path: '/sign-out',
  signsOut: true,
  answer: async ({ person }, { access }) => {
    await access.sessions.endAllOf(person);
    return { to: '/sign-in' };
  },
};
