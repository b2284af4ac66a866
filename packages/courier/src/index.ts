// Events of a company as signed webhooks.

export { SANDBOX_ADDRESSES, PUBLIC_ADDRESSES, ANY_ADDRESS, type Reach } from './reach.ts';
export { isSecret, newSecret } from './secret.ts';
export { webhookSender, type Sent, type WebhookSender } from './sender.ts';
export { signatureHeaders, webhookOf, type Webhook } from './webhook.ts';
