import { afterEach, beforeEach } from 'vitest';
import type { Fault } from '../../../infra/local/faults/faults.ts';
import { redrive } from '../../../infra/redrive/redrive.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { StoredNotification } from '#shared/output/webhooks/notification.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls, newAddress } from './calls.ts';

/** Mails that fail permanently, and the reports of it. */
export function failedCalls() {
  // Counts messages, log lines and mails: test/faults/twice.long.test.ts has messages delivered twice.
  const service = useOwnService({ deliversTwice: false, mailLimits: false, onError: () => {} });
  const trader = useTrader({ service, lasting: true });
  const { issued, request, scope } = trader;
  const calls = emailCalls(service, trader);
  let logged: Record<string, unknown>[] = [];
  beforeEach(() => {
    logged = [];
    setLogSink(line => void logged.push(JSON.parse(line) as Record<string, unknown>));
  });
  afterEach(() => {
    service().runtime.faults.clear();
    setLogSink(() => {});
  });

  /** An invoice whose mail fails all its tries by a fault, which then ends. @returns also the address of its sender */
  async function failNow(fault: Fault): Promise<{ id: string; to: string; sender: string }> {
    const [{ id }, to] = [await issued(), newAddress()];
    service().runtime.faults.add(fault);
    await calls.send(id, { to });
    await service().idle();
    for (const wait of ['PT61S', 'PT301S', 'PT901S']) await service().advance(wait);
    service().runtime.faults.clear();
    // Notices are mails too: they failed with it, and are retried.
    await service().advance('PT10M');
    const [email] = await calls.history(id);
    return { id, to, sender: email?.sentBy.email ?? '' };
  }

  /** The data of the webhook events `email.failed` of a document. */
  async function told(id: string): Promise<object[]> {
    const items = await queryItems<{ webhooks?: StoredNotification[] }>({
      partition: `C#${scope.company}`,
      beginsWith: `INV#${id}#E#`,
    });
    return items
      .flatMap(({ webhooks = [] }) => webhooks)
      .flatMap(({ type, data }) => (type === 'email.failed' ? [JSON.parse(data) as object] : []));
  }

  /** Runs the operator's command until everything that it moves is done. */
  async function redriven(queue: string): Promise<{ exit: number; moved: number }> {
    const said: string[] = [];
    const terminal = {
      say: (line: string) => void said.push(line),
      confirm: () => Promise.resolve(false),
      wait: () => new Promise<void>(resolve => setTimeout(resolve, 20)),
      setEnvironment: () => {},
    };
    const exit = await redrive([queue, '--yes', '--local', service().url], terminal);
    await service().idle();
    return { exit, moved: Number(/^Moved: (\d+)/m.exec(said.join('\n'))?.[1] ?? 0) };
  }

  return {
    ...{ ...trader, ...calls, service, issued, request, failNow, told, redriven },
    lines: () => logged,
    metrics: () => metricsOf('workers', logged),
  };
}
