/**
 * What a document of a sandbox company can ask of the simulator, by its order reference (BT-13, `orderNumber`): so each answer of the
 * authority can be tried (COM-69). Every other document is accepted.
 */
export const OUTCOMES = {
  /** The verdict is a rejection. */
  'SANDBOX-REJECTED': 'rejected',
  /** There is no verdict in the first 20 minutes. */
  'SANDBOX-SLOW': 'slow',
  /** The service is down. */
  'SANDBOX-DOWN': 'down',
  /** The limit of calls is reached. */
  'SANDBOX-LIMITED': 'limited',
  /** The document is taken, and the connection breaks before the answer. */
  'SANDBOX-LOST': 'lost',
} as const;

export type Outcome = (typeof OUTCOMES)[keyof typeof OUTCOMES] | 'accepted';

/** The outcome that an order reference asks for. Pure. */
export const outcomeOf = (orderReference: string): Outcome =>
  Object.hasOwn(OUTCOMES, orderReference) ? OUTCOMES[orderReference as keyof typeof OUTCOMES] : 'accepted';

/** Seconds for which a slow document is in process. */
export const SLOW_SECONDS = 1_200;

/** The error of a document that asks for a rejection. */
export const REJECTION =
  '[BR-RO-110]-Codul judetului vanzatorului (BT-39) nu este din lista ISO 3166-2:RO. #Seller county (BT-39)';
