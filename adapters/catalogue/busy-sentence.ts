export const busySentence = 'Another load of this catalogue is running. Please try again when it has finished.'
