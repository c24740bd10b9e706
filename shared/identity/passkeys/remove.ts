import type { Passkey } from './model.ts';
import { dropPasskey } from './store.ts';
import type { Commit } from '../../store/transact.ts';

/** Removes a passkey: it signs nobody in any more. @throws 404 when it is gone already */
export const removePasskey = (passkey: Passkey, commit: Commit<void>): Promise<void> => commit(dropPasskey(passkey), undefined);
