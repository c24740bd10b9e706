import type { TransportDeclaration } from '#shared/model/transport.ts';

/** The content of one upload to the authority: a declaration, or one of three messages about an identifier (UIT) that it issued. */
export type TransportMessage = Notification | Deletion | Confirmation | VehicleChange;

/** `notificare`: a new declaration, or the correction of an earlier one. */
export interface Notification {
  kind: 'notification';
  declaration: TransportDeclaration;
  /** The identifier (UIT) of the declaration that this one replaces; absent or null for a new declaration. */
  corrects?: string | null;
}

/** The fields that all messages about an identifier have. */
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

/** `confirmare`: the receiver confirms or denies that the goods arrived. */
export interface Confirmation extends About {
  kind: 'confirmation';
  /** 10 confirmed, 20 confirmed in part, 30 denied (codes/operations.ts). */
  outcome: number;
  remark: string | null;
}

/** `modifVehicul`: the goods continue in another vehicle. */
export interface VehicleChange extends About {
  kind: 'vehicle_change';
  vehicle: string | null;
  trailer1: string | null;
  trailer2: string | null;
  /** Instant of the change, ISO 8601 UTC. */
  changedAt: string;
  remark: string | null;
}

/** The declarant, the declarant's reference and the post-incident mark of a message of any kind. */
export const headOf = (
  message: TransportMessage,
): { declarant: string | null; reference: string | null; postIncident: boolean } => {
  const { declarant, reference = null, postIncident = false } = message.kind === 'notification' ? message.declaration : message;
  return { declarant, reference, postIncident };
};

/** The identifier that a message names; null on a first declaration. */
export const uitOf = (message: TransportMessage): string | null =>
  message.kind === 'notification' ? (message.corrects ?? null) : message.uit;
