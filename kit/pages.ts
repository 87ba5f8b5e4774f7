/** Lines per page of the desk's lists, in calls and on screens. */
export const linesAPage = 25
