import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { instant, machineSeconds } from '#shared/base/kernel/clock.ts';
import { pageOfDeliveries } from '#shared/app/webhooks/deliveries/list.ts';
import type { DeliveryRow } from '#shared/app/webhooks/deliveries/store.ts';
import { openSecrets } from '#shared/app/webhooks/endpoints/secret.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { readEndpoints, type WebhookEndpoint } from '#shared/app/webhooks/endpoints/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** A request to the webhook receiver of the local runtime. */
export interface ReceivedWebhook {
  id: string;
  /** The last part of the path. */
  name: string;
  /** Time of receipt, by the local clock. */
  at: string;
  event: string;
  messageId: string;
  deliveryId: string;
  sequence: number | null;
  company: CompanyId | null;
  /** Status of the response. */
  status: number;
  /** `valid` if both signatures match a secret of one of the company's webhooks with this URL; `unknown`: there is no such webhook. */
  signature: 'valid' | 'invalid' | 'unknown';
  body: string;
}

/** The recorded attempts of a webhook with a URL of this receiver, newest first. */
export interface WebhookDeliveries {
  webhook: string;
  url: string;
  isActive: boolean;
  total: number;
  attempts: DeliveryRow[];
}

export interface WebhookReceiver {
  receive(name: string, request: { headers: IncomingHttpHeaders; body: Buffer; status: number }): Promise<void>;
  /** Newest first. */
  requests(): ReceivedWebhook[];
  deliveries(): Promise<WebhookDeliveries[]>;
  clear(): void;
}

/** Number of requests that are kept in memory. */
const KEPT = 200;
/** Maximum difference of a signature's timestamp in seconds (WHK-28). */
const TOLERANCE = 300;

const PATH = '/_local/webhooks/';

const message = z.object({ company: z.guid().transform(companyScope), sequence: z.number() });

/** A receiver for trying webhooks: `POST /_local/webhooks/<name>`. */
export function createWebhookReceiver(): WebhookReceiver {
  let kept: ReceivedWebhook[] = [];
  return {
    async receive(name, { headers, body: bytes, status }) {
      const at = instant();
      const text = (header: string): string => String(headers[header] ?? '');
      const body = bytes.toString();
      const { company = null, sequence = null } = parsed(body) ?? {};
      const signature = company === null ? 'unknown' : await signatureState(company, await webhooksAt(company, name), text, body);
      const named = { event: text('x-webhook-event'), messageId: text('webhook-id'), deliveryId: text('x-webhook-delivery') };
      kept = [{ id: randomUUID(), name, at, ...named, sequence, company, status, signature, body }, ...kept].slice(0, KEPT);
    },
    requests: () => kept,
    async deliveries() {
      const companies = [...new Set(kept.flatMap(({ company }) => company ?? []))];
      const all = companies.map(async company => {
        const endpoints = await webhooksAt(company);
        return Promise.all(endpoints.map(endpoint => deliveriesOf(company, endpoint)));
      });
      return (await Promise.all(all)).flat();
    },
    clear: () => {
      kept = [];
    },
  };
}

async function deliveriesOf(company: CompanyId, { id, url, isActive }: WebhookEndpoint): Promise<WebhookDeliveries> {
  const { rows, total } = await pageOfDeliveries(company, id, { page: 1, limit: 20 });
  return { webhook: id, url, isActive, total, attempts: rows };
}

function parsed(body: string): z.output<typeof message> | undefined {
  try {
    return message.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** The webhooks of a company with a URL of this receiver, or only those with this name. */
async function webhooksAt(company: CompanyId, name = ''): Promise<WebhookEndpoint[]> {
  const { records } = await readEndpoints(company);
  return records.filter(({ url }) => {
    const { pathname } = new URL(url);
    return name === '' ? pathname.startsWith(PATH) : decodeURIComponent(pathname) === `${PATH}${name}`;
  });
}

async function signatureState(
  company: CompanyId,
  webhooks: WebhookEndpoint[],
  header: (name: string) => string,
  body: string,
): Promise<ReceivedWebhook['signature']> {
  if (webhooks.length === 0) return 'unknown';
  const timestamp = header('webhook-timestamp');
  if (Math.abs(Number(timestamp) - machineSeconds()) > TOLERANCE) return 'invalid';
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
  for (const webhook of webhooks) {
    for (const secret of await openSecrets(company, webhook)) {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const standard = `v1,${hmac(key, `${header('webhook-id')}.${timestamp}.${body}`).digest('base64')}`;
      const isStandard = header('webhook-signature').split(' ').includes(standard);
      if (isStandard && header('x-webhook-signature') === `sha256=${hmac(secret, body).digest('hex')}`) return 'valid';
    }
  }
  return 'invalid';
}
