def rank(q):
    return q
