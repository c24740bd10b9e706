import { ok } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';

export interface TailOptions {
  interval: number;
  /** Ends after one look. */
  once?: boolean;
}

/** Prints deliveries of a webhook as they are made, oldest first, until the process is ended. */
export async function tail(context: Context, uuid: string, { interval, once }: TailOptions): Promise<void> {
  const client = connect(context);
  const seen = new Set<string>();
  for (;;) {
    const params = { path: { uuid }, query: { limit: 50 } };
    const { data } = await ok(client.GET('/api/v1/webhooks/{uuid}/deliveries', { params }));
    for (const delivery of data.toReversed()) {
      // A repeated attempt changes the delivery: it is shown again.
      const { uuid: id, status, attempt, eventType, responseCode } = delivery;
      const key = `${id} ${attempt} ${status}`;
      if (seen.has(key)) continue;
      seen.add(key);
      context.output.result(delivery, [
        `${status.padEnd(8)} ${String(responseCode || '-').padStart(3)}  ${eventType}  attempt ${attempt}  ${id}`,
      ]);
    }
    if (once) return;
    await new Promise(resolve => setTimeout(resolve, interval * 1000));
  }
}
