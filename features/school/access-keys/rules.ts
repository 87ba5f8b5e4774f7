export const maxKeys = 20
export const maxKeyNameLength = 60
