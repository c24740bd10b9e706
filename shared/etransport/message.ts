import type { TransportDeclaration } from '../model/transport.ts';

/** What the authority takes in one upload: a declaration, or one of three messages about an identifier (UIT) that it has given. */
export type TransportMessage = Notification | Deletion | Confirmation | VehicleChange;

/** `notificare`; of an identifier that is named, the correction of its declaration. */
export interface Notification {
  kind: 'notification';
  declaration: TransportDeclaration;
  /** The identifier whose declaration this one replaces. */
  corrects?: string | null;
}

/** What every message about an identifier states. */
interface About {
  /** Tax id of the declarant, digits. */
  declarant: string | null;
  reference?: string | null;
  postIncident?: boolean;
  uit: string;
}

/** `stergere`: the transport does not take place. */
export interface Deletion extends About {
  kind: 'deletion';
}

/** `confirmare`: what the receiver says of the goods. */
export interface Confirmation extends About {
  kind: 'confirmation';
  /** 10 confirmed, 20 confirmed in part, 30 denied (codes/operations.ts). */
  outcome: number;
  remark: string | null;
}

/** `modifVehicul`: the goods go on in another vehicle. */
export interface VehicleChange extends About {
  kind: 'vehicle_change';
  vehicle: string | null;
  trailer1: string | null;
  trailer2: string | null;
  /** Instant of the change, ISO 8601 UTC. */
  changedAt: string;
  remark: string | null;
}

/** Who declares, on any message. */
export const headOf = (
  message: TransportMessage,
): { declarant: string | null; reference: string | null; postIncident: boolean } => {
  const { declarant, reference = null, postIncident = false } = message.kind === 'notification' ? message.declaration : message;
  return { declarant, reference, postIncident };
};

/** The identifier that a message names; null on a first declaration. */
export const uitOf = (message: TransportMessage): string | null =>
  message.kind === 'notification' ? (message.corrects ?? null) : message.uit;
