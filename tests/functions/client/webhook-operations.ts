import type { Client } from '../../../functions/client/index.ts'

/** A call of each operation of webhooks, and of what the operator reads of usage. */
export const webhookOperations: Readonly<Record<string, readonly ((client: Client) => unknown)[]>> = {
  listUsage: [(client) => client.admin.usage({ month: '2026-03' })],
  listWebhooks: [(client) => client.webhooks.list({ limit: 2 }).toArray()],
  createWebhook: [(client) => client.webhooks.create({ url: 'https://hooks.example.com', events: ['run.failed'] })],
  getWebhook: [(client) => client.webhooks.get('whk_1')],
  updateWebhook: [(client) => client.webhooks.update('whk_1', { events: ['run.completed'] })],
  removeWebhook: [(client) => client.webhooks.remove('whk_1')],
  testWebhook: [(client) => client.webhooks.test('whk_1')],
  rotateWebhookSecret: [(client) => client.webhooks.rotateSecret('whk_1', { overlapSeconds: 0 })],
  listDeliveries: [(client) => client.webhooks.deliveries('whk_1', { limit: 2, state: 'dead' }).toArray()],
  resendDelivery: [(client) => client.webhooks.resend('whk_1', 'msg_1')],
}
