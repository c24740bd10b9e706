/** Whether a path parameter holds a record's UUID: `uuid`, `id`, and names ending in `Id` or `Uuid`. */
export const isRecordParameter = (name: string): boolean =>
  name === 'uuid' || name === 'id' || name.endsWith('Id') || name.endsWith('Uuid');
