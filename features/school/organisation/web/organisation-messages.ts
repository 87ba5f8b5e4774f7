/** The specification's messages. */
export const saved = 'You details have been saved'
export const notSaved = 'There was a problem while saving your details'
