import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { environment, type EnvironmentVariable } from '#shared/platform/aws/environment.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { sfn } from '#shared/platform/aws/sfn.ts';
import { transportRoute } from '#shared/documents/delivery-notes/transport/outbox-route.ts';
import { syncRoute } from '#shared/documents/received-sync/outbox-route.ts';
import { namedFilesRoute } from '#shared/documents/common/files/outbox-route.ts';
import { removedAttachmentRoute } from '#shared/documents/invoices/attachments/outbox-route.ts';
import { exportRoute } from '#shared/documents/invoices/export/outbox-route.ts';
import { buyerAnswerRoute } from '#shared/documents/invoices/received/answers/model.ts';
import { submissionRoute } from '#shared/documents/invoices/submission/outbox-route.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { Grant } from '#shared/platform/lambda/grants.ts';
import { listRouteOf } from '#shared/documents/lists/outbox-route.ts';
import { documentMailRoutes, mailRoute } from '#shared/output/mail/outbox-routes.ts';
import { STORED_KINDS } from '#shared/model/kinds.ts';
import type { Change, Dispatch, OutboxRoute, StateMachine } from '#shared/platform/store/outbox.ts';
import { removedLogoRoute } from '#shared/records/parties/companies/logo/outbox-route.ts';
import {
  webhookDeliveryRoute,
  webhookEventRoutes,
  webhookRemovalRoute,
  webhookReplayRoute,
} from '#shared/app/webhooks/outbox-routes.ts';
import { retentionRoute } from '#shared/app/retention/progress.ts';
import { logProgress } from './progress.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

/**
 * The outbox routes of all areas: the messages, executions and renderings that committed changes start (store/outbox.ts).
 */
const ROUTES: readonly OutboxRoute[] = [
  mailRoute,
  ...documentMailRoutes,
  ...STORED_KINDS.map(listRouteOf),
  exportRoute,
  removedAttachmentRoute,
  removedLogoRoute,
  retentionRoute,
  submissionRoute,
  buyerAnswerRoute,
  transportRoute,
  syncRoute,
  ...webhookEventRoutes,
  namedFilesRoute,
  webhookDeliveryRoute,
  webhookReplayRoute,
  webhookRemovalRoute,
];

const MACHINES: Record<StateMachine, EnvironmentVariable> = {
  'submit-invoice': 'submitInvoiceMachine',
  'submit-transport': 'submitTransportMachine',
};

/** The permissions of a function that dispatches. */
export const DISPATCH_USES: Grant[] = [
  'email-queue:send',
  'document-email-queue:send',
  'inbound-sync-queue:send',
  'webhook-events-queue:send',
  'webhooks-queue:send',
  'background-queue:send',
  'unhurried-queue:send',
  'render:invoke',
  'submit-invoice:start',
  'submit-transport:start',
];

/** The kinds of items with a route; the stream's event filter. */
export const DISPATCHED_KINDS: ItemKind[] = [...new Set(ROUTES.map(route => route.kind))];

/** What a change starts. */
export function dispatchesOf(change: Change): Dispatch[] {
  const kind = (change.after ?? change.before)?.['kind'];
  return ROUTES.filter(route => route.kind === kind).flatMap(route => route.dispatches(change));
}

/**
 * Dispatches a change from the table's stream. A change that makes its route throw is dropped, with an error in the log that raises
 * an alarm: it would fail at every retry, and the stream would retry for half a day before it continues with later changes of the
 * shard.
 */
export async function publish(change: Change): Promise<void> {
  try {
    dispatchesOf(change);
  } catch (error) {
    const item = change.after ?? change.before ?? {};
    log.error('Change given up: its route fails', error, {
      kind: String(item['kind']),
      pk: String(item['pk']),
      sk: String(item['sk']),
    });
    return;
  }
  await dispatch(change);
  logProgress(change);
}

/** Sends the messages, and starts the executions and renderings, of a change. Safe to repeat: the consumers are idempotent. */
export async function dispatch(change: Change): Promise<void> {
  await Promise.all(dispatchesOf(change).map(send));
}

async function send(one: Dispatch): Promise<void> {
  if ('queue' in one) return sendMessage(one);
  if ('machine' in one) return start(one);
  // Few changes render something: the Lambda client is loaded only for them.
  const { startRender } = await import('#shared/output/pdf/renderer.ts');
  // A request for a missing file makes it, so the stream does not wait until the renderer can be invoked.
  await startRender(one.render).catch((error: unknown) =>
    log.warn('Renderer not invoked: the first request makes the files', { ...one.render, error: (error as Error).name }),
  );
}

async function start({ machine, execution, input }: Extract<Dispatch, { machine: string }>): Promise<void> {
  try {
    await sfn().send(
      new StartExecutionCommand({
        stateMachineArn: environment(MACHINES[machine]),
        name: execution,
        input: JSON.stringify(input),
      }),
    );
  } catch (error) {
    // The stream delivered the record repeatedly: the execution is already started.
    if ((error as Error).name !== 'ExecutionAlreadyExists') throw error;
  }
}
