/**
 * The path of the companies' own API, with its version. In a file of its own, so that a program that loads the courier
 * later knows the address from its start.
 */
export const WEBHOOKS_PATH = '/webhooks/v1.0';
