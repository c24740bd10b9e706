import type { Passkey } from './model.ts';
import { dropPasskey } from './store.ts';
import type { Commit } from '../../store/transact.ts';

/** Removes a passkey, which can then no longer be used to log in. @throws 404 if it was removed meanwhile */
export const removePasskey = (passkey: Passkey, commit: Commit<void>): Promise<void> => commit(dropPasskey(passkey), undefined);
