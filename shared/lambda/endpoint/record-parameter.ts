/** `uuid`, `id` and names that end in `Id` stand for records. */
export const isRecordParameter = (name: string): boolean =>
  name === 'uuid' || name === 'id' || name.endsWith('Id') || name.endsWith('Uuid');
