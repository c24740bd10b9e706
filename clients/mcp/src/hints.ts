import type { Document } from './document.ts';

/** What a tool does, for an assistant that chooses one (Model Context Protocol, ToolAnnotations). */
export interface Hints {
  /** Changes nothing. */
  readOnlyHint: boolean;
  /** What it does cannot be undone by another call: assistants ask the person before. */
  destructiveHint: boolean;
  /** The same call again changes nothing more. */
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Last words of paths, or where these do not suffice whole paths, whose POST stores nothing, makes a draft, or sets what can be set back. */
const UNDOABLE = new Set([
  ...[
    'comparison',
    'preview',
    'validate',
    'validate-etransport',
    'verify-signature',
    'zip',
    'trigger',
    'refresh-registry',
    'uploads',
    'proposals',
  ],
  ...[
    'convert',
    'bulk-convert',
    'from-proforma',
    'from-registry',
    'delivery-notes/{uuid}/storno',
    'purchases/import',
    'imports',
    'complete',
    'accept',
    'reject',
    'send',
    'logo',
  ],
  ...['restore', 'toggle', 'toggle-sync', 'set-default', 'cancel-scheduled-email', 'token-links'],
]);

/** Collections whose records can be removed, but not what their creation did: it mailed, or published. */
const ANNOUNCED = new Set(['invitations', 'share-links']);

/**
 * The hints of an operation, by one rule for all: GET reads. DELETE cannot be undone. PUT and PATCH set values, which can be set back. A POST
 * cannot be undone (it issues, submits, declares, mails, publishes, deletes), unless
 * - it adds a record that can be removed (the document has its DELETE), without a mail or a publication,
 * - it cancels what can be restored (the document has `…/restore` beside it),
 * - or its path ends with a word of `UNDOABLE`. A new word is not, until somebody says that it is.
 *
 * @param method in capitals
 */
export function hintsOf({ paths }: Document, path: string, method: string): Hints {
  return {
    readOnlyHint: method === 'GET',
    destructiveHint: method === 'DELETE' || (method === 'POST' && !isUndoable(paths, path)),
    idempotentHint: method !== 'POST' && method !== 'PATCH',
    openWorldHint: false,
  };
}

function isUndoable(paths: Document['paths'], path: string): boolean {
  const place = path.lastIndexOf('/');
  const [parent, word] = [path.slice(0, place), path.slice(place + 1)];
  if (UNDOABLE.has(word) || UNDOABLE.has(path.replace('/api/v1/', ''))) return true;
  if (word === 'cancel') return paths[`${parent}/restore`] !== undefined;
  const canBeRemoved = Object.entries(paths).some(
    ([other, operations]) => 'delete' in operations && other.slice(0, other.lastIndexOf('/{')) === path,
  );
  return canBeRemoved && !ANNOUNCED.has(word);
}
