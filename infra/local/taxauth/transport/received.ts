import type { DeclarationKind } from '#shared/authority/taxauth/simulator/transport-wire.ts';
import type { StoredDeclaration } from './store.ts';

const KINDS = {
  NOT: 'notification',
  COR: 'correction',
  DEL: 'deletion',
  CON: 'confirmation',
  MVH: 'vehicle_change',
} as const satisfies Record<DeclarationKind, string>;

/** A message about a transport as `GET /_local/taxauth/received` shows it. */
export interface ReceivedDeclaration {
  index: number;
  at: string;
  cif: string;
  /** For a notification the assigned identifier, whatever its result; for other kinds the one in the message. */
  uit: string;
  verdict: 'ok' | 'nok';
  kind: (typeof KINDS)[DeclarationKind];
  /** The declarant's own reference. */
  reference: string | null;
  sha256: string;
}

export const receivedDeclaration = (declaration: StoredDeclaration): ReceivedDeclaration => {
  const { index, at, cif, uit, verdict, kind, reference, sha256 } = declaration;
  return { index, at, cif, uit, verdict, kind: KINDS[kind], reference, sha256 };
};
