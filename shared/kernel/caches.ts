/**
 * What a function keeps between requests while its process is warm (keys, key sets, columns of a list) belongs to the stage that
 * the process runs in. Modules that keep such things say here how they forget them.
 */
const forgetting: (() => void)[] = [];

/** Registers what drops a module's memory. Called once, when the module is loaded. */
export const forgottenWhenCold = (forget: () => void): void => void forgetting.push(forget);

/** Drops all of it, as a new process would: for a process that goes on to serve another stage. */
export const startCold = (): void => forgetting.forEach(forget => forget());
