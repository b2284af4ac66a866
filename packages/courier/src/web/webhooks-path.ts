/**
 * The path of the webhooks API, with its version. In a separate file, because the sandbox needs the path before it
 * loads the courier.
 */
export const WEBHOOKS_PATH = '/webhooks/v1.0';
