import { headOf, type TransportMessage, uitOf } from '#shared/authority/etransport/message.ts';
import { validateMessage } from '#shared/authority/etransport/validate.ts';
import type { DeclarationStore } from './store.ts';

/** The errors of a message that was uploaded for a tax id, in the authority's format; empty if it is accepted. */
export function errorsOf(store: DeclarationStore, cif: string, message: TransportMessage): string[] {
  const { declarant } = headOf(message);
  if (declarant !== cif) return [`Codul declarantului (codDeclarant=${declarant ?? ''}) din fisier nu corespunde cu CIF=${cif}.`];
  const broken = validateMessage(message).errors.map(({ rule, message: text }) => `[${rule}]-${text}`);
  if (broken.length > 0) return broken;
  const uit = uitOf(message);
  return uit === null ? [] : identifierErrors(store, cif, uit);
}

function identifierErrors(store: DeclarationStore, cif: string, uit: string): string[] {
  const last = store.lastOf(cif, uit);
  if (!last) return [`UIT-ul ${uit} nu poate fi identificat pentru CIF=${cif}.`];
  return last.kind === 'DEL' ? [`Notificarea cu UIT-ul ${uit} a fost stearsa.`] : [];
}
