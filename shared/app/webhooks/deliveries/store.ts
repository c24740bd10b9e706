import { epochSeconds, instantIn, instantsOf, localDay } from '#shared/base/kernel/clock.ts';
import type { VersionedItem } from '#shared/platform/store/change-item.ts';
import { due } from '#shared/platform/store/due-work.ts';
import type { Lease } from '#shared/platform/store/lease.ts';
import { NO_LEASE } from '#shared/platform/store/lease.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';

/** Records of deliveries, stored for 30 days: messages, and one record per attempt. */

export const KEPT_SECONDS = 30 * 86_400;

export const expiresLater = (): { expiresAt: number } => ({ expiresAt: epochSeconds() + KEPT_SECONDS });

/**
 * Expiry of all records of a day (in Europe/Bucharest, `YYYY-MM-DD`), in seconds since the epoch: the same for all, so that counts and
 * records agree.
 */
export const keptUntil = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000 + 86_400 + KEPT_SECONDS;

/**
 * The beginning of the first day whose records are not expired: index rows do not contain their expiry, and DynamoDB deletes expired
 * items late.
 */
export const oldestKept = (): string => instantsOf(instantIn(-KEPT_SECONDS).slice(0, 10), undefined).first;

/** An event as it is sent to receivers. Item `WHMSG#<id>`; ids (UUID v7) sort by time. */
export interface WebhookMessage {
  id: string;
  type: string;
  /** Instant of the event. */
  createdAt: string;
  /** Its number among the events of the company, without gaps. */
  sequence: number;
  /** The body of the requests, as text: it is the same in every attempt. */
  payload: string;
}

const MESSAGE_PREFIX = 'WHMSG#';

export const messageKey = (company: CompanyId, id: string): Key => companyKey(company, `${MESSAGE_PREFIX}${id}`);
export const messageSortKey = (id: string): string => `${MESSAGE_PREFIX}${id}`;

export const readMessage = async (company: CompanyId, id: string): Promise<WebhookMessage | undefined> =>
  (await getItem<Item & { data: WebhookMessage }>(messageKey(company, id)))?.data;

export const createMessage = (company: CompanyId, message: WebhookMessage): Write =>
  create({ ...messageKey(company, message.id), kind: 'webhook-message', data: message, ...expiresLater() });

/** The receiver's answer. */
export interface Answered {
  /** 0: there was no answer. */
  responseCode: number;
  responseHeaders: Record<string, string> | null;
  /** The first 4,096 characters. */
  responseBody: string | null;
  durationMs: number;
  errorMessage: string | null;
  deliveredAt: string;
}

/** An attempt to deliver a message to an endpoint. Item `WHDLV#<endpoint>#<id>`. */
export interface WebhookDelivery extends Lease {
  /** Equals the id of the message for its first attempt. */
  id: string;
  companyId: CompanyId;
  webhookId: string;
  messageId: string;
  eventType: string;
  status: 'pending' | 'success' | 'failed';
  attempt: number;
  /** Instant from which the attempt is to be made. */
  dueAt: string;
  request: { url: string; headers: Record<string, string>; payload: string } | null;
  answer: Answered | null;
  /** Instant of the next attempt; null when there is none. */
  nextRetryAt: string | null;
  /** A test delivery: never retried. */
  isTest?: true;
}

export type DeliveryItem = VersionedItem<WebhookDelivery>;

/** A completed delivery: the attempt was made, or dropped. */
export type MadeDelivery = WebhookDelivery & { status: 'success' | 'failed'; answer: Answered };

/** A completed delivery whose request was sent. */
export type SentDelivery = MadeDelivery & { request: NonNullable<WebhookDelivery['request']> };

/** A completed delivery as lists show it. */
export type DeliveryRow = Pick<MadeDelivery, 'id' | 'eventType' | 'status' | 'attempt'> &
  Pick<Answered, 'responseCode' | 'durationMs' | 'deliveredAt'>;

/** The index partition of an endpoint's completed attempts, sorted by time. */
export const deliveriesPartition = (company: CompanyId, webhookId: string): string =>
  `${companyPartition(company)}#WHDLV#${webhookId}`;

/** Attributes of the item of a completed delivery besides its data: for the list, and the expiry of its day. */
export function madeAttributes(company: CompanyId, delivery: MadeDelivery) {
  const { id, webhookId, eventType, status, attempt, answer } = delivery;
  const { responseCode, durationMs, deliveredAt } = answer;
  const row: DeliveryRow = { id, eventType, status, attempt, responseCode, durationMs, deliveredAt };
  return {
    row,
    gsi1pk: deliveriesPartition(company, webhookId),
    gsi1sk: `${deliveredAt}#${id}`,
    expiresAt: keptUntil(localDay(deliveredAt)),
  };
}

export const deliveryPrefix = (webhookId: string): string => `WHDLV#${webhookId}#`;
export const deliveryKey = (company: CompanyId, webhookId: string, id: string): Key =>
  companyKey(company, `${deliveryPrefix(webhookId)}${id}`);

/** @returns undefined when there is none */
export const readDelivery = async (company: CompanyId, webhookId: string, id: string): Promise<WebhookDelivery | undefined> =>
  (await getItem<DeliveryItem>(deliveryKey(company, webhookId, id)))?.data;

/** Key of the item that requests the deletion of a removed webhook's deliveries. */
export const removedKey = ({ companyId, webhookId }: { companyId: CompanyId; webhookId: string }): Key =>
  companyKey(companyId, `WHGONE#${webhookId}`);

/** The index partition of attempts that are due too late for a queue's delay. */
export const LATE_DELIVERIES = 'WEBHOOKS';

/** Longest delay of a queue message (SQS), in seconds. */
const LONGEST_DELAY = 900;

export const isLate = ({ dueAt }: Pick<WebhookDelivery, 'dueAt'>, now: number): boolean =>
  Date.parse(dueAt) - now > LONGEST_DELAY * 1000;

export const newDelivery = (
  fields: Pick<WebhookDelivery, 'id' | 'companyId' | 'webhookId' | 'messageId' | 'eventType' | 'attempt' | 'dueAt'>,
): WebhookDelivery => ({ ...fields, status: 'pending', request: null, answer: null, nextRetryAt: null, ...NO_LEASE });

/**
 * The write that creates an attempt. The stream queues it; a scheduled function does when it is due beyond the queue's longest
 * delay.
 */
export const createDelivery = (company: CompanyId, delivery: WebhookDelivery, now: number): Write =>
  create({
    ...deliveryKey(company, delivery.webhookId, delivery.id),
    kind: 'webhook-delivery',
    version: 1,
    data: delivery,
    ...(isLate(delivery, now)
      ? {
          ...due(LATE_DELIVERIES, delivery.id, delivery.dueAt),
          row: { companyId: delivery.companyId, webhookId: delivery.webhookId, id: delivery.id, dueAt: delivery.dueAt },
        }
      : awaitsDispatch(delivery.id, Math.max(0, (Date.parse(delivery.dueAt) - now) / 1000))),
    ...expiresLater(),
  });
